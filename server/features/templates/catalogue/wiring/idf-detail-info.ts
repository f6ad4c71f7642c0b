import type { SectionSource } from '#survey/template-source.ts'
import { cableTypes, conduitSizes, fill, yesNo } from '../choices.ts'
import { otdr, otdrTested } from './otdr.ts'

/** The other fields are hidden for a missing closet. */
const there = { condition: 'IDF present' }

export const idfDetailInfo: SectionSource = {
  key: 'idf-detail-info',
  name: 'IDF detail info',
  addSimilarText: 'Add another IDF',
  copyFromLastFilled: true,
  conditions: [{ name: 'IDF present', showIf: "${present} != 'No'" }, otdrTested],
  fields: [
    { key: 'present', name: 'IDF present', type: 'radio', mandatory: true, options: yesNo },
    {
      key: 'building',
      name: 'Building',
      type: 'dynamic_dropdown',
      dropdownOf: 'Building',
      mandatory: true,
      ...there,
    },
    { key: 'floor', name: 'Floor', type: 'dynamic_dropdown', dropdownOf: 'Floor', ...there },
    { key: 'name', name: 'IDF name or number', type: 'text', ...there },
    { key: 'location', name: 'IDF location', type: 'text', media: true, ...there },
    {
      key: 'enclosure',
      name: 'Type of enclosure',
      type: 'select',
      options: ['Closet', 'Shared electrical room', 'Wall cabinet', 'Exterior box', 'Open backboard', 'None'],
      ...there,
    },
    { key: 'size', name: 'Size (length x width x height)', type: 'text', ...there },
    { key: 'lock', name: 'Lock and key', type: 'text', internal: true, ...there },
    {
      key: 'power',
      name: 'Power',
      type: 'radio',
      options: ['Dedicated circuit', 'Shared outlet', 'None'],
      ...there,
    },
    {
      key: 'grounding',
      name: 'Bonding and grounding',
      type: 'radio',
      // ANSI/TIA-607-C calls the TGB the secondary bonding busbar (SBB).
      options: [{ label: 'TGB (SBB)', id: 'Ground bar' }, 'Other', 'None found'],
      ...there,
    },
    { key: 'units', name: 'Units served', type: 'numeric', ...there },
    { key: 'unit-list', name: 'Unit numbers served', type: 'text', ...there },
    { key: 'cabling', name: 'Cabling to the units', type: 'checkbox', options: cableTypes, ...there },
    { key: 'fibers', name: 'Fiber strands from the MDF', type: 'numeric', ...there },
    ...otdr(there),
    { key: 'pairs', name: 'Copper pairs from the MDF', type: 'numeric', ...there },
    { key: 'conduits', name: 'Conduits from the MDF', type: 'numeric', ...there },
    { key: 'conduit-size', name: 'Conduit size', type: 'select', options: conduitSizes, ...there },
    { key: 'conduit-fill', name: 'Conduit fill', type: 'select', options: fill, ...there },
    { key: 'mdf-distance', name: 'Cable distance to the MDF (ft)', type: 'decimal', min: 0, ...there },
    { key: 'labels', name: 'Cables labeled', type: 'radio', options: ['All', 'Some', 'None'], ...there },
    { key: 'space', name: 'Available backboard or cabinet space', type: 'text', media: true, ...there },
    {
      key: 'equipment',
      name: 'Equipment in place',
      type: 'text',
      dictation: true,
      media: true,
      ...there,
    },
    {
      key: 'photos',
      name: 'IDF photos',
      type: 'photo',
      min: 2,
      hint: 'The whole closet or enclosure, and the terminations.',
      ...there,
    },
    { key: 'notes', name: 'IDF notes', type: 'text', dictation: true },
  ],
}
