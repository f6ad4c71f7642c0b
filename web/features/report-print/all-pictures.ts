import { createContext, use } from 'react'
import { useNear } from '#web/lib/page/use-near.ts'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import { type Picture, usePicture } from '#web/offline/pictures/use-picture.ts'

/** Paper has no scrolling: from the first printing on all pictures of the report are there. */
export const AllPictures = createContext(false)

/** A picture of the report, read when it comes near or when all of it is printed. */
export function useReportPicture(sources: readonly PictureSource[]) {
  const [ref, near] = useNear()
  const all = use(AllPictures)
  const picture: Picture = usePicture(sources, near || all)
  return { ref, ...picture }
}
