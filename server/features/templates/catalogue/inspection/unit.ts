import type { SectionSource } from '#survey/template-source.ts'
import { condition, yesNo } from '../choices.ts'

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
    { key: 'overall', name: 'Overall condition', type: 'radio', mandatory: true, options: condition },
    { key: 'kitchen', name: 'Kitchen', type: 'radio', options: condition, media: true },
    { key: 'bathroom', name: 'Bathrooms', type: 'radio', options: condition, media: true },
    { key: 'floors', name: 'Floors, walls and ceilings', type: 'radio', options: condition, media: true },
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
    { key: 'smoke-alarms', name: 'Working smoke alarms', type: 'numeric' },
    { key: 'notes', name: 'Unit notes', type: 'text', dictation: true, media: true },
  ],
}
