import { type DragEvent, useState } from 'react'

/** A place that takes files that are dropped on it: what it is spread with, and whether something is held over it. */
export function useDropZone(take: (files: FileList) => void) {
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }
  return {
    over,
    zone: {
      onDragOver: (event: DragEvent) => drag(event, true),
      onDragLeave: (event: DragEvent) => drag(event, false),
      onDrop: (event: DragEvent) => {
        drag(event, false)
        take(event.dataTransfer.files)
      },
    },
  }
}
