import sharp from 'sharp'
import type { Figure, ReportDocument, ReportPart, ReportRow, ReportSection } from '#survey/report.ts'
import type { PdfPhoto } from '../photo-feed.ts'

/** Returns a row with only the values that a test needs. */
export function aRow(label: string, value = '', figures: readonly Figure[] = []): ReportRow {
  return { answerId: `answer-${label}`, label, value, figures }
}

export function aPart(heading: string | null, ...rows: readonly ReportRow[]): ReportPart {
  return { id: `part-${heading}-${rows[0]?.label}`, heading, rows }
}

export function aSection(name: string, ...parts: readonly ReportPart[]): ReportSection {
  return { id: `section-${name}`, name, parts }
}

export function aFigure(number: number, kind: Figure['kind'] = 'photo', caption = ''): Figure {
  const label = `${kind === 'photo' ? 'Photo' : 'Video'} ${number}`
  return { mediaId: `${kind}-${number}`, kind, label, caption }
}

export function aReport(...sections: readonly ReportSection[]): ReportDocument {
  return {
    surveyId: 'survey-1',
    name: 'Maple Court & <Annex>',
    owner: 'Harrington Property Group',
    createdBy: 'Dana Whitfield',
    createdAt: '2026-10-04T23:30:00Z',
    lastEdited: '2026-11-20T08:00:00Z',
    progress: '42% completed',
    timeZone: null,
    templateName: 'Property and wiring survey',
    photoCount: 3,
    videoCount: 1,
    plans: [],
    sections,
  }
}

export async function aPhoto(width = 400, height = 300): Promise<PdfPhoto> {
  const background = { r: width % 256, g: height % 256, b: 90 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { bytes, width, height }
}
