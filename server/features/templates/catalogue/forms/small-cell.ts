import { library } from '#contract/messages/library.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import {
  calculated,
  count,
  day,
  either,
  type Field,
  fromList,
  ifAny,
  internal,
  longText,
  mandatory,
  measure,
  note,
  oneOf,
  photos,
  position,
  signature,
  someOf,
  state,
  text,
  yesNo,
} from './fields.ts'

/** A choice among the survey's candidates. */
function chosen(key: string, name: string): Field {
  return { key, name, type: 'dynamic_dropdown', dropdownOf: 'Building' }
}

/** Candidate poles and walls for a small cell. */
export const smallCell: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Small-cell site survey',
  description:
    'Candidate locations for a small cell: the pole or wall, attachment heights, power and fiber, clearances, make-ready, FAA notice, access, and a recommendation.',
  category: library.shelfTelecom,
  picture: 'antenna',
  sections: [
    {
      key: 'project',
      name: 'Project',
      fields: [
        text('search_ring', 'Search ring or node', mandatory),
        text('carrier', 'Carrier', mandatory),
        text('jurisdiction', 'Jurisdiction', mandatory),
        day('date', 'Date of the visit', mandatory),
        text('surveyor', 'Surveyor', mandatory),
        text('ahj', 'Permitting authority (AHJ)'),
        text('work_order', 'Work order number'),
        text('contact_phone', 'Site contact phone', internal),
        note(
          'safety',
          'Stay on the ground. Measure heights with a stick or laser. Don’t climb on this visit.',
        ),
      ],
    },
    {
      key: 'candidate',
      name: 'Candidate',
      addSimilarText: 'Add another candidate',
      copyFromLastFilled: true,
      fields: [
        // The later sections choose among the candidates.
        text('candidate_id', 'Candidate', { ...mandatory, hint: 'A, B, C', adds: 'Building' }),
        position('location', 'GPS location', mandatory),
        text('address', 'Nearest address or intersection', mandatory),
        fromList(
          'structure',
          'Structure',
          [
            'Wood utility pole',
            'Steel light pole',
            'Concrete pole',
            'Traffic signal',
            'Building wall',
            'Rooftop',
            'New pole',
            'Strand',
          ],
          mandatory,
        ),
        text('pole_number', 'Pole number or tag', {
          showIf:
            "${structure} = 'Wood utility pole' or ${structure} = 'Steel light pole' or ${structure} = 'Concrete pole'",
        }),
        text('owner', 'Structure owner', mandatory),
        oneOf('condition', 'Structure condition', state, mandatory),
        measure('height', 'Height above ground', { unit: 'ft', max: 300, mandatory: true }),
        // ANSI O5.1, from the brand on the pole. The standard has no class 8.
        fromList(
          'pole_class',
          'Pole class',
          ['H6', 'H5', 'H4', 'H3', 'H2', 'H1', '1', '2', '3', '4', '5', '6', '7', '9', '10', 'Not legible'],
          { showIf: "${structure} = 'Wood utility pole'" },
        ),
        measure('pole_length', 'Pole length', { unit: 'ft', showIf: "${structure} = 'Wood utility pole'" }),
        // ANSI O5.1 classes poles 6 ft from the butt, which is buried: near the groundline on a standing pole.
        measure('class_circumference', 'Groundline circumference', {
          unit: 'in',
          showIf: "${structure} = 'Wood utility pole'",
        }),
        measure('lean', 'Lean', { unit: '°', max: 45 }),
        measure('power_height', 'Lowest power attachment', { unit: 'ft', max: 300 }),
        measure('comm_height', 'Highest communications attachment', { unit: 'ft', max: 300 }),
        calculated(
          'space',
          'Space between power and communications, in.',
          "if(${power_height} != '' and ${comm_height} != '', round((${power_height} - ${comm_height}) * 12, 0), '')",
          // IEEE C2 (NESC) Rule 235C, Table 235-5, for supply up to 8.7 kV and its neutral above communications.
          { hint: '40 in. is the usual NESC minimum. The pole owner may require more.' },
        ),
        measure('antenna_height', 'Proposed antenna height', {
          unit: 'ft',
          max: 300,
          // 47 CFR 1.6002(l): on structures of 50 ft or less with the antenna, or extending one by 10% at most.
          constraint: ". <= 50 or . <= ${height} * 1.1 or ${height} = ''",
          constraintMessage:
            'Over 50 ft and more than 10% above the structure: not a small wireless facility.',
        }),
        someOf('attached', 'Already attached', [
          'Transformer',
          'Primary',
          'Secondary',
          'Streetlight',
          'Cable TV',
          'Telephone',
          'Fiber',
          'Camera',
          'Other small cell',
          'Guy wires',
          'None',
        ]),
        // 14 CFR 77.9: over 200 ft above ground, or near an airport. Filed on FAA Form 7460-1.
        oneOf(
          'faa',
          'FAA notice (Form 7460-1)',
          ['Not required', 'Required', 'Filed', 'Not checked'],
          mandatory,
        ),
        text('faa_study', 'FAA aeronautical study number', { showIf: "${faa} = 'Filed'" }),
        oneOf(
          'power_source',
          'Power source',
          ['On the pole', 'Nearby transformer', 'Building service', 'Streetlight circuit', 'Not found'],
          mandatory,
        ),
        measure('power_distance', 'Distance to power', { unit: 'ft' }),
        text('utility', 'Electric utility'),
        either('meter_needed', 'Meter needed'),
        oneOf(
          'fiber_source',
          'Fiber source',
          ['On the pole', 'Handhole', 'Aerial nearby', 'Building', 'Not found'],
          mandatory,
        ),
        measure('fiber_distance', 'Distance to fiber', { unit: 'ft' }),
        text('fiber_provider', 'Fiber provider'),
        oneOf('path', 'Path to fiber', ['Aerial', 'Existing conduit', 'New bore', 'Trench', 'Mixed']),
        measure('to_window', 'Distance to the nearest window or balcony', { unit: 'ft' }),
        measure('to_curb', 'Distance to the curb', { unit: 'ft' }),
        measure('sidewalk', 'Clear sidewalk width', { unit: 'in' }),
        // 2010 ADA Standards 403.5.1: 36 in. PROWAG R302.2: 48 in. in the public right-of-way.
        yesNo('ada', '36 in. or more stay clear', {
          reasonOn: 'No',
          hint: 'ADA minimum. On a public sidewalk, PROWAG asks for 48 in.',
        }),
        someOf('obstructions', 'Obstructions', [
          'Trees',
          'Buildings',
          'Signs',
          'Bridge',
          'Future construction',
          'None',
        ]),
        measure('tree_height', 'Tree height', { unit: 'ft', showIf: "selected(${obstructions}, 'Trees')" }),
        yesNo('historic', 'In a historic district', { reasonOn: 'Yes' }),
        either('underground', 'Underground utilities marked'),
        text('ticket', '811 ticket number', { showIf: "${underground} = 'Yes'" }),
        someOf('access', 'Access', ['Bucket truck', 'Lane closure', 'Night work', 'Escort', 'Gate']),
        text('gate_code', 'Gate code', { ...internal, showIf: "selected(${access}, 'Gate')" }),
        // No standard specifies this distance.
        count('noise', 'Homes within 50 ft', {
          hint: '50 ft is a default. Use the distance in the local rules.',
        }),
        photos('full_view', 'Whole structure, top to ground', mandatory),
        photos('tags', 'Tags and attachments'),
        photos('directions', 'Views north, east, south, and west', { mandatory: true, min: 4 }),
        photos('services_photos', 'Transformer, handholes, and path'),
      ],
    },
    {
      key: 'make_ready',
      name: 'Make-ready',
      addSimilarText: 'Add another make-ready item',
      ...ifAny('make_ready_needed', 'Make-ready needed', [
        { ...chosen('make_ready_candidate', 'Candidate'), mandatory: true },
        text('make_ready_work', 'Work needed', {
          ...mandatory,
          hint: 'Raise primary, transfer telephone, replace pole',
        }),
        text('make_ready_owner', 'Attachment owner'),
        oneOf(
          'make_ready_kind',
          'Make-ready type',
          ['Simple', 'Complex', 'Power space', 'Pole replacement'],
          {
            // 47 CFR 1.1402: simple and complex make-ready.
            hint: 'Complex: likely to cause an outage or damage, or needs splicing.',
          },
        ),
        photos('make_ready_photo', 'Photo', mandatory),
      ]),
    },
    {
      key: 'recommendation',
      name: 'Recommendation',
      fields: [
        calculated('candidates', 'Candidates visited', 'count-non-empty(${candidate_id})'),
        { ...chosen('best', 'Best candidate'), mandatory: true },
        chosen('second', 'Second choice'),
        longText('why', 'Reasons', mandatory),
        longText('risks', 'Risks and open questions'),
        signature('signed', 'Surveyor signature', mandatory),
      ],
    },
  ],
}
