/** What is wrong with a text that is no pattern, or none that can be matched in linear time. */
export class PatternFault extends Error {
  /** Counted from 0 in the pattern, in characters. */
  readonly position: number
  readonly piece: string

  constructor(position: number, piece: string) {
    super(`${piece} at ${position}`)
    this.position = position
    this.piece = piece
  }
}
