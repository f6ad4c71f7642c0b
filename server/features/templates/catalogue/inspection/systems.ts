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
    {
      key: 'heating-problem',
      name: 'What is wrong with heating and cooling',
      type: 'long_text',
      dictation: true,
      showIf: "${heating} = 'Poor'",
    },
    {
      key: 'heating-kind',
      name: 'Kind of heating',
      type: 'select',
      options: ['Furnace', 'Boiler', 'Heat pump', 'Electric baseboard', 'Other', 'None'],
    },
    { key: 'heating-year', name: 'Year of the heating equipment', type: 'numeric', min: 1900, max: 2100 },
    { key: 'water-heater', name: 'Water heaters', type: 'radio', options: condition, media: true },
    { key: 'plumbing', name: 'Plumbing', type: 'radio', mandatory: true, options: condition, media: true },
    {
      key: 'pressure',
      name: 'Water pressure',
      type: 'decimal',
      unit: 'psi',
      min: 0,
      max: 250,
      // IRC P2903.3: at least 40 psi at the entrance, at most 80 psi; above that a reducing valve (IPC 604.8).
      hint: '40 to 80 psi is normal.',
    },
    {
      key: 'electrical',
      name: 'Electrical panels',
      type: 'radio',
      mandatory: true,
      options: condition,
      media: true,
    },
    {
      key: 'electrical-problem',
      name: 'What is wrong with the electrical panels',
      type: 'long_text',
      dictation: true,
      showIf: "${electrical} = 'Poor'",
    },
    { key: 'service', name: 'Electrical service (A)', type: 'numeric' },
    { key: 'gas', name: 'Gas shut-off reachable', type: 'radio', options: yesNoUnknown },
    {
      key: 'gas-where',
      name: 'Where the gas shut-off is',
      type: 'text',
      media: true,
      showIf: "${gas} = 'Yes'",
    },
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
