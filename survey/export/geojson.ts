import { partsOf } from '../fields/registry.ts'
import { titledNameOf } from '../numbering.ts'
import type { ExportRow, ShownAnswer } from './export-rows.ts'
import type { ExportedSurvey } from './exported-survey.ts'
import { jsonCells } from './json.ts'
import type { TablePlan } from './plan-tables.ts'

interface Place {
  readonly latitude: number
  readonly longitude: number
}

export const geojsonHead = '{"type":"FeatureCollection","features":['
export const geojsonEnd = '\n]}\n'

/**
 * Returns a feature (RFC 7946, WGS 84) for each answered position, with the cells of its line as properties,
 * and for each photo with a position where the options include those.
 */
export function geojsonFeatures(
  { options }: TablePlan,
  exported: ExportedSurvey,
  rows: readonly ExportRow[],
): readonly string[] {
  const withPhotos = options.photoPositions && exported.isOwner
  return rows.flatMap((row) =>
    row.answers.flatMap((shown) => [
      ...positionFeature(exported, row, shown),
      ...(withPhotos ? photoFeatures(exported, row, shown) : []),
    ]),
  )
}

function positionFeature(exported: ExportedSurvey, row: ExportRow, shown: ShownAnswer): readonly string[] {
  const { place } = partsOf(shown.answer)
  if (!place) return []
  const properties = { ...jsonCells(row), ...about(exported, row, shown), kind: 'position' }
  const accuracy = place.accuracy === null ? {} : { accuracy_m: place.accuracy }
  return [feature(shown.answer.id, place, { ...properties, ...accuracy })]
}

function photoFeatures(exported: ExportedSurvey, row: ExportRow, shown: ShownAnswer): readonly string[] {
  return shown.answer.media.flatMap(({ id, kind, description }) => {
    const stored = exported.media.get(id)
    if (!stored?.position) return []
    return feature(id, stored.position, {
      ...about(exported, row, shown),
      kind,
      file: stored.path,
      url: stored.url,
      caption: description,
    })
  })
}

function about({ survey, series }: ExportedSurvey, { table }: ExportRow, shown: ShownAnswer) {
  const { section, subSection, answer } = shown
  return {
    survey_id: survey.id,
    survey_name: survey.name,
    template_key: series,
    table: table.key,
    section: section.definition.name,
    sub_section_id: subSection.id,
    sub_section_name: titledNameOf(section, subSection),
    field: answer.field.key ?? answer.field.id,
    field_label: answer.field.name,
  }
}

function feature(id: string, { latitude, longitude }: Place, properties: Readonly<Record<string, unknown>>) {
  return JSON.stringify({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties,
  })
}
