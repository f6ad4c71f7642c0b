import { templateFrom } from '../template-source.ts'

/** Template with every field type beyond the specification's. */
export const richTemplate = templateFrom({
  series: '019b0000-0000-7000-8000-000000000002',
  name: 'Rich survey',
  version: 1,
  sections: [
    {
      key: 'room',
      name: 'Room',
      fields: [
        { key: 'read', name: 'Read this', type: 'note', hint: 'Mind the step.' },
        { key: 'level', name: 'Level', type: 'decimal', unit: 'dB', min: -60, max: 2000 },
        { key: 'doubled', name: 'Doubled', type: 'calculated', unit: 'dB', calculation: '${level} * 2' },
        { key: 'built', name: 'Built', type: 'date' },
        { key: 'tested', name: 'Tested', type: 'date_time' },
        { key: 'story', name: 'Story', type: 'long_text', hint: 'As it happened.' },
        { key: 'safe', name: 'Safe', type: 'yes_no', mandatory: true },
        { key: 'leaking', name: 'Leaking', type: 'yes_no', reasonOn: 'Yes' },
        { key: 'signed', name: 'Signed', type: 'signature' },
        { key: 'door', name: 'Door', type: 'position' },
        { key: 'tag', name: 'Tag', type: 'barcode' },
        { key: 'opens', name: 'Opens', type: 'time' },
        {
          key: 'closes',
          name: 'Closes',
          type: 'time',
          constraint: "${opens} = '' or . > ${opens}",
          constraintMessage: 'Not before it opens.',
        },
        {
          key: 'open_for',
          name: 'Open for',
          type: 'calculated',
          unit: 'h',
          calculation: '(${closes} - ${opens}) * 24',
        },
        { key: 'tidy', name: 'Tidy', type: 'rating' },
        { key: 'mess', name: 'Mess', type: 'text', showIf: '${tidy} < 3' },
        { key: 'views', name: 'Views', type: 'photo', min: 2, max: 3 },
        { key: 'tour', name: 'Tour', type: 'video' },
        { key: 'after', name: 'After the tag', type: 'text' },
      ],
    },
  ],
})
