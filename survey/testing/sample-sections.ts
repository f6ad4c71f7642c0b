import { type TemplateSource, templateFrom } from '../template-source.ts'

/**
 * Template with conditions on sections: a repeated one, one that counts its sub-sections, and one that no
 * other reads.
 */
export const sectionsSource: TemplateSource = {
  series: '019b0000-0000-7000-8000-0000000000fa',
  name: 'Survey with sections that hide',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        { key: 'access', name: 'Roof access', type: 'radio', options: ['Yes', 'No'], mandatory: true },
        { key: 'closing', name: 'Closing', type: 'radio', options: ['Yes', 'No'] },
        { key: 'roofs', name: 'Roofs', type: 'calculated', calculation: 'count(${roof})' },
        { key: 'first', name: 'First roof', type: 'calculated', calculation: '${covering}' },
      ],
    },
    {
      key: 'roof',
      name: 'Roof',
      addSimilarText: 'Add another roof',
      showIf: "${access} = 'Yes'",
      fields: [
        { key: 'covering', name: 'Covering', type: 'text', mandatory: true, media: true },
        { key: 'slope', name: 'Slope', type: 'numeric', showIf: "${covering} = 'Slate'" },
      ],
    },
    {
      key: 'works',
      name: 'Roof works',
      showIf: 'count(${roof}) > 1',
      fields: [{ key: 'crane', name: 'Crane', type: 'radio', options: ['Yes', 'No'] }],
    },
    {
      key: 'end',
      name: 'End',
      showIf: "${closing} = 'Yes'",
      fields: [{ key: 'done', name: 'Done', type: 'radio', options: ['Yes', 'No'] }],
    },
  ],
}

export const sectionsTemplate = templateFrom(sectionsSource)
