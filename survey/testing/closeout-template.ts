import { type TemplateSource, templateFrom } from '../template-source.ts'

/** Template for tests of photo and video questions and of fields that depend on them. */
export const closeoutSource: TemplateSource = {
  series: '019b0000-0000-7000-8000-0000000000f6',
  name: 'Closeout',
  version: 1,
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      addSimilarText: 'Add another closet',
      copyFromLastFilled: true,
      fields: [
        { key: 'views', name: 'Views', type: 'photo', mandatory: true, min: 2, max: 3 },
        { key: 'tour', name: 'Tour', type: 'video', max: 1 },
        { key: 'many', name: 'Why so many', type: 'text', mandatory: true, showIf: '${views} >= 3' },
        { key: 'none', name: 'Why none', type: 'text', showIf: "${views} = ''" },
        { key: 'label', name: 'Label', type: 'text', mandatory: true, media: true },
      ],
    },
    {
      key: 'end',
      name: 'End',
      fields: [{ key: 'all', name: 'Photos', type: 'calculated', calculation: 'sum(${views})' }],
    },
  ],
}

export const closeoutTemplate = templateFrom(closeoutSource)
