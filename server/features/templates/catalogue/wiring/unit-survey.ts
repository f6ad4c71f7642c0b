import type { SectionSource } from '#survey/template-source.ts'
import { cableTypes, condition, yesNo } from '../choices.ts'

const withPanel = { condition: 'Media panel present' }

export const unitSurvey: SectionSource = {
  key: 'unit-survey',
  name: 'Unit Survey',
  addSimilarText: 'Add another unit',
  copyFromLastFilled: true,
  conditions: [{ name: 'Media panel present', showIf: "${panel} != 'No'" }],
  fields: [
    { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building', mandatory: true },
    { key: 'floor', name: 'Floor', type: 'dynamic_dropdown', dropdownOf: 'Floor' },
    { key: 'unit', name: 'Unit number', type: 'text', mandatory: true },
    {
      key: 'plan',
      name: 'Floor plan',
      type: 'select',
      options: [
        'Studio',
        '1 bedroom',
        '2 bedrooms',
        '3 bedrooms',
        '4 bedrooms or more',
        'Townhome',
        'Commercial',
      ],
    },
    { key: 'area', name: 'Area (sq ft)', type: 'decimal', min: 0 },
    { key: 'occupied', name: 'Occupied', type: 'radio', options: ['Occupied', 'Vacant', 'Model unit'] },
    { key: 'wiring', name: 'Wiring type', type: 'checkbox', mandatory: true, options: cableTypes },
    {
      key: 'topology',
      name: 'Wiring topology',
      type: 'radio',
      options: ['Home run to a panel', 'Home run to a closet', 'Daisy chain', 'Unknown'],
    },
    { key: 'wiring-condition', name: 'Condition of the wiring', type: 'radio', options: condition },
    { key: 'panel', name: 'Media panel', type: 'radio', mandatory: true, options: yesNo },
    { key: 'panel-location', name: 'Panel location and size', type: 'text', media: true, ...withPanel },
    // 6 ft is the usual cord of a device, not a limit; TIA-570-D wants the outlet within 5 ft of the panel.
    {
      key: 'panel-power',
      name: 'Power in the panel',
      type: 'radio',
      options: ['Yes', 'No', 'Within 6 ft'],
      ...withPanel,
    },
    { key: 'data-outlets', name: 'Data outlets', type: 'numeric' },
    { key: 'coax-outlets', name: 'Coax outlets', type: 'numeric' },
    { key: 'coax-level', name: 'Coax level at the outlet', type: 'decimal', unit: 'dBmV' },
    { key: 'phone-outlets', name: 'Phone outlets', type: 'numeric' },
    {
      key: 'outlet-rooms',
      name: 'Rooms with outlets',
      type: 'checkbox',
      options: ['Living room', 'Bedroom', 'Kitchen', 'Office', 'Hallway'],
    },
    { key: 'entry', name: 'Cable entry point', type: 'text', media: true },
    { key: 'distance', name: 'Cable distance to the IDF or MDF (ft)', type: 'decimal', min: 0 },
    { key: 'ont', name: 'Proposed ONT or modem location', type: 'text', media: true },
    { key: 'wifi', name: 'Proposed access point location', type: 'text' },
    {
      key: 'walls',
      name: 'Walls and ceilings',
      type: 'checkbox',
      options: ['Drywall', 'Plaster', 'Concrete', 'Brick', 'Drop ceiling', 'Textured ceiling'],
    },
    { key: 'current', name: 'Services in use', type: 'text' },
    { key: 'photos', name: 'Panel and outlet photos', type: 'photo', min: 2 },
    { key: 'notes', name: 'Unit notes', type: 'text', dictation: true },
  ],
}
