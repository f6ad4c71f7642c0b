import type { SectionSource } from '#survey/template-source.ts'

export const visit: SectionSource = {
  key: 'visit',
  name: 'Property and visit',
  fields: [
    { key: 'name', name: 'Property name', type: 'text', mandatory: true },
    { key: 'address', name: 'Address', type: 'text', mandatory: true },
    {
      key: 'purpose',
      name: 'Reason for the inspection',
      type: 'select',
      mandatory: true,
      options: ['Annual', 'Before purchase', 'Before lease', 'Move in', 'Move out', 'Insurance', 'Complaint'],
    },
    { key: 'inspector', name: 'Inspector', type: 'text' },
    { key: 'present', name: 'People present', type: 'text' },
    { key: 'weather', name: 'Weather', type: 'radio', options: ['Dry', 'Rain', 'Snow or ice', 'High wind'] },
    { key: 'buildings', name: 'Number of buildings', type: 'numeric', mandatory: true },
    { key: 'units', name: 'Number of units', type: 'numeric' },
    {
      key: 'not-seen',
      name: 'Parts that could not be inspected',
      type: 'checkbox',
      options: ['Roof', 'Attic', 'Basement', 'Crawl space', 'Locked rooms', 'Occupied units', 'None'],
    },
    { key: 'overview', name: 'Overview', type: 'text', dictation: true, media: true },
  ],
}
