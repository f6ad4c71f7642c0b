/** Fractions of the plan's width and height, from its upper left corner. */
export interface PinPlace {
  readonly x: number
  readonly y: number
}

/** The place of a sub-section on a plan. */
export interface Pin {
  readonly id: string
  readonly subSectionId: string
  /**
   * Its permanent number on this plan, because users refer to it. The server's number once it has the pin.
   */
  readonly number: number
  /** null = removed. The pin stays stored, so an older edit that arrives late doesn't restore it. */
  readonly place: PinPlace | null
  readonly editedAt: string
}

/** A floor plan. Its picture is stored under its id. */
export interface Plan {
  readonly id: string
  readonly name: string
  /** At most one per sub-section; the order is meaningless. */
  readonly pins: readonly Pin[]
}
