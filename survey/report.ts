/** The report as a value: the PDF, the print page and the guest's view all draw this (spec §2 Report). */
export interface ReportDocument {
  readonly surveyId: string
  readonly name: string
  readonly owner: string
  readonly createdBy: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastEdited: string
  /** The same text as in the list: 'Completed' or '42% completed'. */
  readonly progress: string
  readonly templateName: string
  readonly photoCount: number
  readonly videoCount: number
  readonly sections: readonly ReportSection[]
}

export interface ReportSection {
  readonly id: string
  readonly name: string
  readonly parts: readonly ReportPart[]
}

export interface ReportPart {
  readonly id: string
  /** '<section> 2' where the section is repeated; null where it stands alone. */
  readonly heading: string | null
  readonly rows: readonly ReportRow[]
}

export interface ReportRow {
  readonly answerId: string
  readonly label: string
  /** The answer as a person reads it; '' where nothing was given (shown as a dash). */
  readonly value: string
  readonly figures: readonly Figure[]
}

export interface Figure {
  readonly mediaId: string
  readonly kind: 'photo' | 'video'
  /** 'Photo 12', 'Video 3': numbered through the whole report. */
  readonly label: string
  readonly caption: string
}
