import { boxesIn } from '../iso-box.ts'

export interface BoxAt {
  readonly type: string
  readonly start: number
  readonly end: number
}

const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf']

/** All boxes of an MP4, with those inside others. */
export function outline(bytes: Buffer, body = 0, end = bytes.length): BoxAt[] {
  return [...boxesIn(bytes, body, end)].flatMap((box) => [
    box,
    ...(containers.includes(box.type) ? outline(bytes, box.body, box.end) : []),
  ])
}
