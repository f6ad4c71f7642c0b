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
      name: 'HVAC deficiencies',
      type: 'long_text',
      dictation: true,
      showIf: "${heating} = 'Poor'",
    },
    {
      key: 'heating-kind',
      name: 'Heating type',
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
      name: 'Electrical panel deficiencies',
      type: 'long_text',
      dictation: true,
      showIf: "${electrical} = 'Poor'",
    },
    // NEC 110.26: depth 3 ft or more, width 30 in. or that of the equipment.
    {
      key: 'panel-clear',
      name: 'Working space clear at electrical panels',
      type: 'yes_no',
      reasonOn: 'No',
      media: true,
      hint: 'At least 3 ft deep and 30 in. wide.',
    },
    { key: 'service', name: 'Electrical service (A)', type: 'numeric' },
    { key: 'gas', name: 'Gas shutoff accessible', type: 'radio', options: yesNoUnknown },
    {
      key: 'gas-where',
      name: 'Gas shutoff location',
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
    { key: 'water-shutoff', name: 'Main water shutoff location', type: 'text', media: true },
    { key: 'data-plates', name: 'Equipment data plate photos', type: 'photo' },
    { key: 'meters', name: 'Meter location', type: 'text', media: true },
    { key: 'notes', name: 'Systems notes', type: 'text', dictation: true },
  ],
}
