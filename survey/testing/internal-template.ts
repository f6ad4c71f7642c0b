import { templateFrom } from '../template-source.ts'

/** Template for tests of guests: internal answers, and fields that could reveal them. */
export const internalTemplate = templateFrom({
  series: '019b0000-0000-7000-8000-000000000003',
  name: 'Survey of a gated site',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      addSimilarText: 'Add another site',
      copyFromLastFilled: true,
      fields: [
        { key: 'name', name: 'Site name', type: 'text', mandatory: true, media: true },
        { key: 'code', name: 'Gate code', type: 'text', mandatory: true, internal: true, media: true },
        { key: 'guarded', name: 'Guarded', type: 'yes_no', internal: true },
        { key: 'guards', name: 'Number of guards', type: 'numeric', showIf: "${guarded} = 'Yes'" },
        { key: 'sum', name: 'Sum of the code', type: 'calculated', calculation: '${code} + 1' },
        { key: 'twice', name: 'Twice the sum', type: 'calculated', calculation: '${sum} * 2' },
        { key: 'shed', name: 'Shed that is never locked', type: 'text', adds: 'Building', internal: true },
        { key: 'wiring', name: 'Wiring', type: 'text', mandatory: true },
        { key: 'remarks', name: 'Remarks', type: 'text', dictation: true },
      ],
    },
    {
      key: 'doors',
      name: 'Doors',
      fields: [
        { key: 'before', name: 'Mind', type: 'note', hint: 'Do not lend keys.' },
        { key: 'keys', name: 'Keys', type: 'text', internal: true, media: true },
      ],
    },
    {
      key: 'rooms',
      name: 'Rooms',
      fields: [
        { key: 'where', name: 'Nearest shed', type: 'dynamic_dropdown', dropdownOf: 'Building' },
        { key: 'overview', name: 'Overview', type: 'text', media: true },
      ],
    },
  ],
})
