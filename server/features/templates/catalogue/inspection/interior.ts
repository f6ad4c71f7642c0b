import type { SectionSource } from '#survey/template-source.ts'
import { condition, yesNo } from '../choices.ts'

export const interior: SectionSource = {
  key: 'interior',
  name: 'Shared interior',
  addSimilarText: 'Add another floor',
  copyFromLastFilled: true,
  fields: [
    { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building', mandatory: true },
    { key: 'floor', name: 'Floor name or number', type: 'text', mandatory: true, adds: 'Floor' },
    { key: 'floors', name: 'Flooring', type: 'radio', options: condition, media: true },
    { key: 'walls', name: 'Walls and ceilings', type: 'radio', options: condition, media: true },
    { key: 'stairs', name: 'Stairs and handrails', type: 'radio', options: condition, media: true },
    { key: 'elevator', name: 'Elevator', type: 'radio', options: ['Working', 'Out of order', 'None'] },
    {
      key: 'elevator-until',
      name: 'Elevator certificate expires',
      type: 'date',
      media: true,
      showIf: "${elevator} = 'Working' or ${elevator} = 'Out of order'",
    },
    { key: 'lights', name: 'Lights out', type: 'numeric' },
    {
      key: 'clear',
      name: 'Exits clear',
      type: 'radio',
      mandatory: true,
      options: yesNo,
      media: true,
    },
    { key: 'moisture', name: 'Signs of moisture or mold', type: 'yes_no', reasonOn: 'Yes', media: true },
    { key: 'notes', name: 'Interior notes', type: 'text', dictation: true, media: true },
  ],
}
