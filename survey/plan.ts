/** Shares of the plan's width and height, from its upper left corner. */
export interface PinPlace {
  readonly x: number
  readonly y: number
}

/** Where one sub-section is on one plan. */
export interface Pin {
  readonly id: string
  readonly subSectionId: string
  /** Its number on this plan, which stays with it: others were told it. The server's, once it has the pin. */
  readonly number: number
  /** null = taken away; kept, since an older pin that comes late must not bring it back. */
  readonly place: PinPlace | null
  readonly editedAt: string
}

/** The plan of a floor; its picture is found by its id. */
export interface Plan {
  readonly id: string
  readonly name: string
  /** At most one for each sub-section, in no order that means anything. */
  readonly pins: readonly Pin[]
}
