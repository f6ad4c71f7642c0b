import { createContext, use } from 'react'
import { useNearViewport } from '#web/lib/page/use-near-viewport.ts'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import { type Picture, usePicture } from '#web/offline/pictures/use-picture.ts'

/** Whether to load all pictures of the report, including those below the fold: true once the user prints. */
export const LoadAllPictures = createContext(false)

/** A report picture. Loads when it nears the viewport or when the whole report is printed. */
export function useReportPicture(sources: readonly PictureSource[]) {
  const [ref, near] = useNearViewport()
  const all = use(LoadAllPictures)
  const picture: Picture = usePicture(sources, near || all)
  return { ref, ...picture }
}
