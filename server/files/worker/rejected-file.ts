import type { ImageRefusal } from '../rendition.ts'

/** Thrown by a reader that rejects a file with a known reason. */
export class RejectedFile extends Error {
  readonly reason: ImageRefusal
  constructor(reason: ImageRefusal, detail: string) {
    super(detail)
    this.reason = reason
  }
}
