/** A photo of the sample survey: its file in `photos/`, and where it hangs. */
export interface SamplePhoto {
  readonly file: string
  readonly section: string
  /** Which of the section's sub-sections. */
  readonly at: number
  readonly field: string
  readonly caption: string
}

export const samplePhotos: readonly SamplePhoto[] = []
