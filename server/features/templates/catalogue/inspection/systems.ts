import type { SectionSource } from '#survey/template-source.ts'
import { condition, yesNoUnknown } from '../choices.ts'

export const systems: SectionSource = {
  key: 'systems',
  name: 'Systems and utilities',
  fields: [
    {
      key: 'heating',
      name: 'Heating and cooling',
      type: 'radio',
      mandatory: true,
      options: condition,
      media: true,
    },
    { key: 'heating-year', name: 'Year of the heating equipment', type: 'numeric' },
    { key: 'water-heater', name: 'Water heaters', type: 'radio', options: condition, media: true },
    { key: 'plumbing', name: 'Plumbing', type: 'radio', mandatory: true, options: condition, media: true },
    {
      key: 'electrical',
      name: 'Electrical panels',
      type: 'radio',
      mandatory: true,
      options: condition,
      media: true,
    },
    { key: 'service', name: 'Electrical service (A)', type: 'numeric' },
    { key: 'gas', name: 'Gas shut-off reachable', type: 'radio', options: yesNoUnknown },
    {
      key: 'telecom',
      name: 'Internet and TV wiring',
      type: 'checkbox',
      options: ['Copper', 'Coax', 'Fiber', 'Wireless', 'None', 'Unknown'],
    },
    { key: 'meters', name: 'Meter location', type: 'text', media: true },
    { key: 'notes', name: 'Notes on systems', type: 'text', dictation: true },
  ],
}
