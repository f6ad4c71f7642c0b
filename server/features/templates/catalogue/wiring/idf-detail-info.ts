import type { SectionSource } from '#survey/template-source.ts'
import { cableTypes, conduitSizes, fill, yesNo } from '../choices.ts'
import { otdr } from './otdr.ts'

/** The other fields are hidden for a missing closet. */
const there = "${present} != 'No'"

export const idfDetailInfo: SectionSource = {
  key: 'idf-detail-info',
  name: 'IDF detail info',
  addSimilarText: 'Add another IDF',
  copyFromLastFilled: true,
  fields: [
    { key: 'present', name: 'IDF present', type: 'radio', mandatory: true, options: yesNo },
    {
      key: 'building',
      name: 'Building',
      type: 'dynamic_dropdown',
      dropdownOf: 'Building',
      mandatory: true,
      showIf: there,
    },
    { key: 'floor', name: 'Floor', type: 'dynamic_dropdown', dropdownOf: 'Floor', showIf: there },
    { key: 'name', name: 'IDF name or number', type: 'text', showIf: there },
    { key: 'location', name: 'IDF location', type: 'text', media: true, showIf: there },
    {
      key: 'enclosure',
      name: 'Type of enclosure',
      type: 'select',
      options: ['Closet', 'Shared electrical room', 'Wall cabinet', 'Exterior box', 'Open backboard', 'None'],
      showIf: there,
    },
    { key: 'size', name: 'Size (length x width x height)', type: 'text', showIf: there },
    { key: 'lock', name: 'Lock and key', type: 'text', internal: true, showIf: there },
    {
      key: 'power',
      name: 'Power',
      type: 'radio',
      options: ['Dedicated circuit', 'Shared outlet', 'None'],
      showIf: there,
    },
    {
      key: 'grounding',
      name: 'Bonding and grounding',
      type: 'radio',
      // ANSI/TIA-607-C calls the TGB the secondary bonding busbar (SBB).
      options: [{ label: 'TGB (SBB)', id: 'Ground bar' }, 'Other', 'None found'],
      showIf: there,
    },
    { key: 'units', name: 'Units served', type: 'numeric', showIf: there },
    { key: 'unit-list', name: 'Unit numbers served', type: 'text', showIf: there },
    { key: 'cabling', name: 'Cabling to the units', type: 'checkbox', options: cableTypes, showIf: there },
    { key: 'fibers', name: 'Fiber strands from the MDF', type: 'numeric', showIf: there },
    ...otdr(there),
    { key: 'pairs', name: 'Copper pairs from the MDF', type: 'numeric', showIf: there },
    { key: 'conduits', name: 'Conduits from the MDF', type: 'numeric', showIf: there },
    { key: 'conduit-size', name: 'Conduit size', type: 'select', options: conduitSizes, showIf: there },
    { key: 'conduit-fill', name: 'Conduit fill', type: 'select', options: fill, showIf: there },
    { key: 'mdf-distance', name: 'Cable distance to the MDF (ft)', type: 'decimal', min: 0, showIf: there },
    { key: 'labels', name: 'Cables labeled', type: 'radio', options: ['All', 'Some', 'None'], showIf: there },
    { key: 'space', name: 'Available backboard or cabinet space', type: 'text', media: true, showIf: there },
    {
      key: 'equipment',
      name: 'Equipment in place',
      type: 'text',
      dictation: true,
      media: true,
      showIf: there,
    },
    {
      key: 'photos',
      name: 'IDF photos',
      type: 'photo',
      min: 2,
      hint: 'The whole closet or enclosure, and the terminations.',
      showIf: there,
    },
    { key: 'notes', name: 'IDF notes', type: 'text', dictation: true },
  ],
}
