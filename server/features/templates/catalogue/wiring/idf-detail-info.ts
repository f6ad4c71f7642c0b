import type { SectionSource } from '#survey/template-source.ts'
import { cableTypes, conduitSizes, fill, yesNo } from '../choices.ts'

export const idfDetailInfo: SectionSource = {
  key: 'idf-detail-info',
  name: 'IDF detail info',
  addSimilarText: 'Add another IDF',
  copyFromLastFilled: true,
  fields: [
    { key: 'present', name: 'IDF present', type: 'radio', mandatory: true, options: yesNo },
    { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building', mandatory: true },
    { key: 'floor', name: 'Floor', type: 'dynamic_dropdown', dropdownOf: 'Floor' },
    { key: 'name', name: 'IDF name or number', type: 'text' },
    { key: 'location', name: 'IDF location', type: 'text', media: true },
    {
      key: 'enclosure',
      name: 'Type of enclosure',
      type: 'select',
      options: ['Closet', 'Shared electrical room', 'Wall cabinet', 'Exterior box', 'Open backboard', 'None'],
    },
    { key: 'size', name: 'Size (length x width x height)', type: 'text' },
    { key: 'lock', name: 'Lock and key', type: 'text', internal: true },
    { key: 'power', name: 'Power', type: 'radio', options: ['Dedicated circuit', 'Shared outlet', 'None'] },
    { key: 'grounding', name: 'Grounding', type: 'radio', options: ['Ground bar', 'Other', 'None found'] },
    { key: 'units', name: 'Units served', type: 'numeric' },
    { key: 'unit-list', name: 'Unit numbers served', type: 'text' },
    { key: 'cabling', name: 'Cabling to the units', type: 'checkbox', options: cableTypes },
    { key: 'fibers', name: 'Fiber strands from the MDF', type: 'numeric' },
    { key: 'pairs', name: 'Copper pairs from the MDF', type: 'numeric' },
    { key: 'conduits', name: 'Conduits from the MDF', type: 'numeric' },
    { key: 'conduit-size', name: 'Conduit size', type: 'select', options: conduitSizes },
    { key: 'conduit-fill', name: 'Conduit fill', type: 'select', options: fill },
    { key: 'mdf-distance', name: 'Cable distance to the MDF (ft)', type: 'decimal', min: 0 },
    { key: 'labels', name: 'Cables labeled', type: 'radio', options: ['All', 'Some', 'None'] },
    { key: 'space', name: 'Free backboard or cabinet space', type: 'text', media: true },
    { key: 'equipment', name: 'Equipment in place', type: 'text', dictation: true, media: true },
    { key: 'notes', name: 'IDF notes', type: 'text', dictation: true },
  ],
}
