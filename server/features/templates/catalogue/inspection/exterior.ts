import type { SectionSource } from '#survey/template-source.ts'
import { condition, something } from '../choices.ts'

export const exterior: SectionSource = {
  key: 'exterior',
  name: 'Building exterior',
  addSimilarText: 'Add another building',
  copyFromLastFilled: true,
  fields: [
    { key: 'name', name: 'Building name or number', type: 'text', mandatory: true, adds: 'Building' },
    { key: 'floors', name: 'Number of floors', type: 'numeric' },
    {
      key: 'roof-kind',
      name: 'Roof type',
      type: 'select',
      options: ['Shingles', 'Tile or slate', 'Metal panels', 'Flat membrane', 'Built-up', 'Other'],
    },
    { key: 'roof-age', name: 'Age of the roof (years)', type: 'numeric', max: 200 },
    {
      key: 'roof',
      name: 'Roof and gutters',
      type: 'radio',
      mandatory: true,
      options: condition,
      media: true,
    },
    {
      key: 'walls',
      name: 'Walls and siding',
      type: 'radio',
      mandatory: true,
      options: condition,
      media: true,
    },
    { key: 'windows', name: 'Windows and doors', type: 'radio', options: condition, media: true },
    { key: 'foundation', name: 'Foundation', type: 'radio', options: condition, media: true },
    { key: 'balconies', name: 'Balconies and stairs', type: 'radio', options: condition, media: true },
    {
      key: 'damage',
      name: 'Damage found',
      type: 'checkbox',
      options: ['Cracks', 'Rot', 'Rust', 'Leaks', 'Loose parts', 'Pests', 'Graffiti', 'None'],
    },
    {
      key: 'damage-where',
      name: 'Where the damage is',
      type: 'long_text',
      dictation: true,
      media: true,
      showIf: something('damage'),
    },
    {
      key: 'drainage',
      name: 'Water runs away from the building',
      type: 'yes_no',
      reasonOn: 'No',
      media: true,
    },
    { key: 'lighting', name: 'Outside lights not working', type: 'numeric' },
    { key: 'notes', name: 'Exterior notes', type: 'text', dictation: true, media: true },
  ],
}
