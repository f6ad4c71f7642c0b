/** A text that is not a valid pattern, or cannot be matched in linear time. */
export class PatternFault extends Error {
  /** Offset in the pattern in characters, from 0. */
  readonly position: number
  readonly piece: string

  constructor(position: number, piece: string) {
    super(`${piece} at ${position}`)
    this.position = position
    this.piece = piece
  }
}
