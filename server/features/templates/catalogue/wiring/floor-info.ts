import type { SectionSource } from '#survey/template-source.ts'
import { conduitSizes, fill, yesNo, yesNoUnknown } from '../choices.ts'

const withCloset = { condition: 'Closet on this floor' }

export const floorInfo: SectionSource = {
  key: 'floor-info',
  name: 'Midrise or highrise floor info',
  addSimilarText: 'Add another floor',
  copyFromLastFilled: true,
  conditions: [{ name: 'Closet on this floor', showIf: "${closet} != 'No'" }],
  fields: [
    { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building', mandatory: true },
    { key: 'name', name: 'Floor name or number', type: 'text', mandatory: true, adds: 'Floor' },
    { key: 'units', name: 'Units on this floor', type: 'numeric', mandatory: true },
    {
      key: 'use',
      name: 'Floor use',
      type: 'select',
      options: ['Residential', 'Amenity', 'Retail', 'Office', 'Parking', 'Mechanical', 'Mixed'],
    },
    { key: 'corridor-length', name: 'Corridor length (ft)', type: 'decimal', min: 0 },
    {
      key: 'corridor-ceiling',
      name: 'Corridor ceiling',
      type: 'select',
      options: ['Drop ceiling', 'Drywall', 'Open to structure', 'Concrete', 'Exterior breezeway'],
    },
    { key: 'ceiling-height', name: 'Corridor ceiling height (ft)', type: 'decimal', min: 0 },
    // NEC 300.22(C) and 800.113: cables in air-handling spaces are plenum rated.
    {
      key: 'plenum',
      name: 'Plenum space above the ceiling',
      type: 'radio',
      options: yesNoUnknown,
    },
    { key: 'access-panels', name: 'Ceiling access panels', type: 'radio', options: yesNo },
    {
      key: 'pathway',
      name: 'Pathway from riser to units',
      type: 'checkbox',
      options: [
        'Above ceiling',
        'Conduit',
        'Cable tray',
        'Molding or raceway',
        'Through units',
        'Under floor',
        'None',
      ],
    },
    { key: 'pathway-photos', name: 'Corridor and pathway photos', type: 'photo', min: 2 },
    { key: 'closet', name: 'Telecom closet on this floor', type: 'radio', options: yesNo },
    {
      key: 'closet-location',
      name: 'Closet location and size',
      type: 'text',
      media: true,
      ...withCloset,
    },
    {
      key: 'closet-power',
      name: 'Power in the closet',
      type: 'radio',
      options: yesNoUnknown,
      ...withCloset,
    },
    { key: 'sleeves', name: 'Number of riser sleeves', type: 'numeric' },
    { key: 'sleeve-size', name: 'Sleeve size', type: 'select', options: conduitSizes },
    { key: 'sleeve-fill', name: 'Sleeve fill', type: 'select', options: fill },
    { key: 'core', name: 'Core drilling needed', type: 'radio', options: yesNoUnknown },
    { key: 'firestop', name: 'Firestopping in place', type: 'radio', options: yesNoUnknown },
    { key: 'longest-run', name: 'Longest run to a unit (ft)', type: 'decimal', min: 0 },
    { key: 'obstacles', name: 'Obstacles on this floor', type: 'text', dictation: true, media: true },
    { key: 'notes', name: 'Floor notes', type: 'text', dictation: true },
  ],
}
