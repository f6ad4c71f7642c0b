import type { Shape } from '#contract/media/drawing.ts'

/** A photo of the sample survey: its file in `photos/`, and where it belongs. */
export interface SamplePhoto {
  readonly file: string
  readonly section: string
  /** Which of the section's sub-sections. */
  readonly at: number
  readonly field: string
  readonly caption: string
  /** The drawing, and the file of the marked picture. */
  readonly drawing?: { readonly file: string; readonly shapes: readonly Shape[] }
}

/** `idf-closet-marked.jpg` is what the drawing board made of these on `idf-closet.jpg`. */
const marks: readonly Shape[] = [
  { kind: 'rectangle', x1: 0.53, y1: 0.375, x2: 0.645, y2: 0.44, color: 'yellow', width: 'medium' },
  { kind: 'arrow', x1: 0.34, y1: 0.21, x2: 0.52, y2: 0.37, color: 'red', width: 'thick' },
  {
    kind: 'text',
    ...{ x1: 0.12, y1: 0.1, x2: 0.6, y2: 0.17, color: 'red', width: 'thick' },
    text: 'Replace splitter',
  },
]

/**
 * The pictures in `photos/` were drawn for this survey by a small ray tracer, so no license is needed to ship
 * them.
 */
export const samplePhotos: readonly SamplePhoto[] = [
  {
    file: 'facade',
    section: 'property-info',
    at: 0,
    field: 'overview',
    caption: 'Building A from Wharf Street',
  },
  {
    file: 'facade',
    section: 'building-information',
    at: 0,
    field: 'entrance',
    caption: 'Street side; entrance below the canopy',
  },
  {
    file: 'riser-sleeves',
    section: 'building-information',
    at: 0,
    field: 'riser-path',
    caption: 'Riser sleeves, one of four in use',
  },
  {
    file: 'mdf-room',
    section: 'mdf-info',
    at: 0,
    field: 'location',
    caption: 'MDF, north wall with backboard and rack',
  },
  {
    file: 'punch-blocks',
    section: 'mdf-info',
    at: 0,
    field: 'demarcation',
    caption: '66 blocks of Northline, pairs 1 to 200',
  },
  { file: 'mdf-room', section: 'mdf-info', at: 0, field: 'photos', caption: 'Ladder tray above the rack' },
  {
    file: 'punch-blocks',
    section: 'mdf-info',
    at: 0,
    field: 'photos',
    caption: 'Cross-connect wiring between the columns',
  },
  {
    file: 'mdf-room',
    section: 'mdf-info',
    at: 0,
    field: 'photos',
    caption: 'West wall with the entrance door',
  },
  {
    file: 'riser-sleeves',
    section: 'mdf-info',
    at: 0,
    field: 'photos',
    caption: 'South wall with the sleeves to the first floor',
  },
  {
    file: 'riser-sleeves',
    section: 'mdf-info',
    at: 0,
    field: 'riser-path',
    caption: 'Sleeves to the first floor, seen from below',
  },
  {
    file: 'idf-closet',
    section: 'idf-detail-info',
    at: 0,
    field: 'location',
    caption: 'IDF A2, door open',
    drawing: { file: 'idf-closet-marked', shapes: marks },
  },
  {
    file: 'media-panel',
    section: 'unit-survey',
    at: 0,
    field: 'panel-location',
    caption: 'Media panel in the hall closet of unit 204',
  },
  { file: 'handhole', section: 'osp-survey', at: 0, field: 'from', caption: 'Handhole HH-12 at the curb' },
]
