import { type DragEvent, useState } from 'react'

/** Returns props for a file drop zone, and whether a file is dragged over it. */
export function useDropZone(onFiles: (files: FileList) => void) {
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
        onFiles(event.dataTransfer.files)
      },
    },
  }
}
