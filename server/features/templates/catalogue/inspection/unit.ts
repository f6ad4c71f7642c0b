import type { SectionSource } from '#survey/template-source.ts'
import { condition, something, yesNo } from '../choices.ts'

export const unit: SectionSource = {
  key: 'unit',
  name: 'Unit inspection',
  addSimilarText: 'Add another unit',
  copyFromLastFilled: true,
  fields: [
    { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building', mandatory: true },
    { key: 'floor', name: 'Floor', type: 'dynamic_dropdown', dropdownOf: 'Floor' },
    { key: 'unit', name: 'Unit number', type: 'text', mandatory: true },
    { key: 'occupied', name: 'Occupied', type: 'radio', options: yesNo },
    {
      key: 'occupant-phone',
      name: 'Occupant phone',
      type: 'text',
      internal: true,
      showIf: "${occupied} = 'Yes'",
    },
    { key: 'overall', name: 'Overall condition', type: 'radio', mandatory: true, options: condition },
    { key: 'kitchen', name: 'Kitchen', type: 'radio', options: condition, media: true },
    { key: 'bathroom', name: 'Bathrooms', type: 'radio', options: condition, media: true },
    { key: 'floors', name: 'Floors, walls, and ceilings', type: 'radio', options: condition, media: true },
    {
      key: 'repairs',
      name: 'Repairs needed',
      type: 'checkbox',
      options: [
        'Plumbing',
        'Electrical',
        'Heating or cooling',
        'Appliances',
        'Doors or locks',
        'Paint',
        'Flooring',
        'None',
      ],
    },
    {
      key: 'repairs-what',
      name: 'What to repair',
      type: 'long_text',
      dictation: true,
      media: true,
      showIf: something('repairs'),
    },
    {
      key: 'repairs-when',
      name: 'Repair by',
      type: 'radio',
      options: [{ label: 'Immediately', id: 'At once' }, 'Within 30 days', 'At turnover'],
      showIf: something('repairs'),
    },
    // NEC 210.8(A): bathrooms, kitchens, laundry areas, garages and outdoors, among others.
    {
      key: 'gfci',
      name: 'GFCI receptacles tested',
      type: 'radio',
      options: ['All trip', 'Some fail', 'None found', 'Not tested'],
      media: true,
    },
    { key: 'smoke-alarms', name: 'Working smoke alarms', type: 'numeric' },
    { key: 'co-alarms', name: 'Working carbon monoxide alarms', type: 'numeric' },
    {
      key: 'hot-water',
      name: 'Hot water at the faucet',
      type: 'decimal',
      unit: '°F',
      min: 32,
      max: 212,
      // 120 °F is the limit for tubs and showers (IPC 412.3, 424.3) and what the CPSC recommends.
      hint: 'Over 120 °F is a scald hazard.',
    },
    { key: 'moisture', name: 'Signs of moisture or mold', type: 'yes_no', reasonOn: 'Yes', media: true },
    { key: 'photos', name: 'Unit photos', type: 'photo', min: 2 },
    { key: 'notes', name: 'Unit notes', type: 'text', dictation: true, media: true },
  ],
}
