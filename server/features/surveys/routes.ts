import { answerRoutes } from './answers/routes.ts'
import { changedRoutes } from './changed/routes.ts'
import { changesRoutes } from './changes/routes.ts'
import { copyingRoutes } from './copying/routes.ts'
import { deletedRoutes } from './deleted/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { lifecycleRoutes } from './lifecycle/routes.ts'
import { listRoutes } from './list/routes.ts'
import { recoveredRoutes } from './recovered/routes.ts'
import { reviewQueueRoutes } from './review-queue/routes.ts'
import { saveRoutes } from './save/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { similarRoutes } from './similar/routes.ts'
import { teamListRoutes } from './team/routes.ts'

export const surveyRoutes = [
  ...listRoutes,
  ...changesRoutes,
  ...lifecycleRoutes,
  ...deletedRoutes,
  ...changedRoutes,
  ...saveRoutes,
  ...answerRoutes,
  ...similarRoutes,
  ...copyingRoutes,
  ...eventRoutes,
  ...recoveredRoutes,
  ...searchRoutes,
  ...teamListRoutes,
  ...reviewQueueRoutes,
]
