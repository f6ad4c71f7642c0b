declare module 'linebreak' {
  /** Finds break opportunities by the Unicode line breaking algorithm. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }
}
