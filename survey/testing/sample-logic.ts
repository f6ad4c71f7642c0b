import type { Template } from '../template.ts'
import { type FieldSource, templateFrom } from '../template-source.ts'

/** Small template for tests of conditions, with every use of an expression. */
export const logicTemplate = templateFrom({
  series: '019b0000-0000-7000-8000-0000000000f1',
  name: 'Survey with conditions',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        { key: 'kind', name: 'Kind', type: 'radio', options: ['House', 'Tower'], mandatory: true },
        {
          key: 'built',
          name: 'Built',
          type: 'date',
          constraint: '. <= today()',
          constraintMessage: 'The date is in the future.',
        },
        { key: 'floors', name: 'Floors', type: 'numeric', mandatory: true, showIf: "${kind} = 'Tower'" },
        {
          key: 'why',
          name: 'Why so high',
          type: 'text',
          mandatory: true,
          media: true,
          showIf: '${floors} > 20',
        },
        { key: 'total', name: 'Total area', type: 'calculated', calculation: 'sum(${area})' },
        {
          key: 'mean',
          name: 'Mean area',
          type: 'calculated',
          calculation: 'round(${total} div count(${unit}), 1)',
        },
        { key: 'large', name: 'Large', type: 'note', hint: 'Bring a ladder.', showIf: '${total} > 100' },
      ],
    },
    {
      key: 'unit',
      name: 'Unit',
      addSimilarText: 'Add another unit',
      copyFromLastFilled: true,
      fields: [
        { key: 'name', name: 'Unit name', type: 'text', mandatory: true },
        { key: 'area', name: 'Area', type: 'decimal', mandatory: true, min: 0 },
        { key: 'rooms', name: 'Rooms', type: 'numeric', constraint: '. <= ${area} and . > 0' },
        { key: 'wiring', name: 'Wiring', type: 'checkbox', options: ['Copper', 'Fiber cable'] },
        {
          key: 'fiber',
          name: 'Fiber count',
          type: 'numeric',
          mandatory: true,
          showIf: "selected(${wiring}, 'Fiber cable')",
        },
        { key: 'lift', name: 'Lift', type: 'yes_no', showIf: "${kind} = 'Tower'" },
        { key: 'each', name: 'Area of a room', type: 'calculated', calculation: '${area} div ${rooms}' },
      ],
    },
  ],
})

/**
 * Returns a template of a site and its closets. Each closet's own answers decide which of its fields are
 * hidden, partly through a calculation. `site`, `closet`: additional fields.
 */
export function closetsTemplate(
  more: { readonly site?: readonly FieldSource[]; readonly closet?: readonly FieldSource[] } = {},
): Template {
  return templateFrom({
    series: '019b0000-0000-7000-8000-0000000000f8',
    name: 'Closets that hide by themselves',
    version: 1,
    sections: [
      {
        key: 'site',
        name: 'Site',
        fields: [{ key: 'name', name: 'Name', type: 'text', mandatory: true }, ...(more.site ?? [])],
      },
      {
        key: 'closet',
        name: 'Closet',
        addSimilarText: 'Add another closet',
        fields: [
          { key: 'present', name: 'Present', type: 'radio', options: ['Yes', 'No'], mandatory: true },
          { key: 'where', name: 'Where', type: 'text', mandatory: true, showIf: "${present} = 'Yes'" },
          { key: 'length', name: 'Length', type: 'decimal', showIf: "${present} = 'Yes'" },
          { key: 'area', name: 'Area', type: 'calculated', calculation: '${length} * 2' },
          { key: 'access', name: 'Access', type: 'text', mandatory: true, showIf: '${area} > 100' },
          { key: 'why', name: 'Why', type: 'text', mandatory: true, showIf: "${access} = 'A'" },
          ...(more.closet ?? []),
        ],
      },
    ],
  })
}
