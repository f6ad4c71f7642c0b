import { peopleRoutes } from './people/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { systemRoutes } from './system/routes.ts'

export const adminRoutes = [...peopleRoutes, ...recordRoutes, ...systemRoutes]
