import { templateFrom } from '../template-source.ts'

/** The basic template for tests: small, with every field type of the specification and every flag. */
export const sampleTemplate = templateFrom({
  series: '019b0000-0000-7000-8000-000000000001',
  name: 'Small survey',
  version: 1,
  sections: [
    {
      key: 'building',
      name: 'Building',
      addSimilarText: 'Add another building',
      fields: [
        { key: 'name', name: 'Building name', type: 'text', mandatory: true, adds: 'Building' },
        { key: 'units', name: 'Units', type: 'numeric', mandatory: true },
        { key: 'notes', name: 'Notes', type: 'text', dictation: true, media: true },
      ],
    },
    {
      key: 'floor',
      name: 'Floor',
      addSimilarText: 'Add another floor',
      copyFromLastFilled: true,
      fields: [
        {
          key: 'building',
          name: 'Building',
          type: 'dynamic_dropdown',
          mandatory: true,
          dropdownOf: 'Building',
        },
        { key: 'name', name: 'Floor name', type: 'text', mandatory: true, adds: 'Floor' },
        {
          key: 'wiring',
          name: 'Wiring',
          type: 'checkbox',
          mandatory: true,
          options: ['Copper', 'Coax', 'Fiber'],
        },
        { key: 'access', name: 'Access', type: 'radio', options: ['Open', 'Locked'] },
        { key: 'photos', name: 'Riser', type: 'text', media: true },
      ],
    },
    {
      key: 'mdf',
      name: 'MDF Info',
      fields: [
        { key: 'location', name: 'Room location', type: 'text', mandatory: true },
        { key: 'condition', name: 'Condition', type: 'select', options: ['Good', 'Fair', 'Poor'] },
        { key: 'floor', name: 'On floor', type: 'dynamic_dropdown', dropdownOf: 'Floor' },
      ],
    },
  ],
})
