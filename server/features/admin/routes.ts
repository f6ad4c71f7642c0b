import { peopleRoutes } from './people/routes.ts'
import { recordRoutes } from './records/routes.ts'

export const adminRoutes = [...peopleRoutes, ...recordRoutes]
