import { useSyncExternalStore } from 'react'
import { useDraft } from '#web/features/survey-form/draft-context.ts'
import type { PlanFile } from '#web/offline/pictures/plan-files.ts'
import { type Picture, usePicture } from '#web/offline/pictures/use-picture.ts'

export function usePlanFile(planId: string): PlanFile | undefined {
  const draft = useDraft()
  return useSyncExternalStore(draft.subscribe, () => draft.planFiles.get(planId))
}

/** The plan's full picture, from the device or else the server. */
export function usePlanPicture(planId: string): Picture {
  const { account } = useDraft()
  const address = usePlanFile(planId)?.item?.url
  return usePicture([{ account, store: 'planPictures', id: planId }, ...(address ? [address] : [])])
}
