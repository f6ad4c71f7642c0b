import type { TemplateSource } from '#survey/template-source.ts'
import { buildingInformation } from './building-information.ts'
import { commonAreas } from './common-areas.ts'
import { floorInfo } from './floor-info.ts'
import { idfDetailInfo } from './idf-detail-info.ts'
import { mdfInfo } from './mdf-info.ts'
import { ospSurvey } from './osp-survey.ts'
import { propertyInfo } from './property-info.ts'
import { unitSurvey } from './unit-survey.ts'

export const propertyAndWiringSurvey: TemplateSource = {
  series: '019a4c1e-7d00-7a31-8f52-3b6e0c94d1a7',
  name: 'Property and wiring survey',
  version: 6,
  sections: [
    propertyInfo,
    buildingInformation,
    floorInfo,
    mdfInfo,
    idfDetailInfo,
    unitSurvey,
    commonAreas,
    ospSurvey,
  ],
}
