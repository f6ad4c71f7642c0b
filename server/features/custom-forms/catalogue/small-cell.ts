import { library } from '#contract/messages/library.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import {
  calculated,
  count,
  day,
  either,
  fromList,
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

/** A candidate pole or wall for a small cell. */
export const smallCell: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Small-cell site survey',
  description:
    'Candidate locations for a small cell: the pole or wall, heights of what hangs on it, power and fiber, clearances, neighbors, access and a recommendation.',
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
        text('contact_phone', 'Phone of the site contact', internal),
        note(
          'safety',
          'Stay on the ground: heights are measured with a stick or laser. Nobody climbs on this visit.',
        ),
      ],
    },
    {
      key: 'candidate',
      name: 'Candidate',
      addSimilarText: 'Add another candidate',
      copyFromLastFilled: true,
      fields: [
        text('candidate_id', 'Candidate', { ...mandatory, hint: 'A, B, C' }),
        position('location', 'Position', mandatory),
        text('address', 'Nearest address or crossing', mandatory),
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
        text('owner', 'Owner of the structure', mandatory),
        oneOf('condition', 'Condition', state, mandatory),
        measure('height', 'Height above ground', { unit: 'ft', max: 300, mandatory: true }),
        // ANSI O5.1 classes poles 6 ft from the butt, which is buried: near the groundline on a standing pole.
        measure('class_circumference', 'Circumference at the groundline', { unit: 'in' }),
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
        measure('antenna_height', 'Proposed height of the antenna', {
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
        photos('full_view', 'Whole structure, from top to ground', mandatory),
        photos('tags', 'Tags and attachments'),
        photos('directions', 'Views to north, east, south and west', { mandatory: true, min: 4 }),
      ],
    },
    {
      key: 'services',
      name: 'Power and fiber',
      addSimilarText: 'Add power and fiber of another candidate',
      fields: [
        text('of_candidate', 'Candidate', mandatory),
        oneOf(
          'power_source',
          'Power',
          ['On the pole', 'Nearby transformer', 'Building service', 'Streetlight circuit', 'Not found'],
          mandatory,
        ),
        measure('power_distance', 'Distance to power', { unit: 'ft' }),
        text('utility', 'Utility'),
        either('meter_needed', 'Meter needed'),
        oneOf(
          'fiber_source',
          'Fiber',
          ['On the pole', 'Handhole', 'Aerial nearby', 'Building', 'Not found'],
          mandatory,
        ),
        measure('fiber_distance', 'Distance to fiber', { unit: 'ft' }),
        text('fiber_provider', 'Fiber provider'),
        oneOf('path', 'Path to fiber', ['Aerial', 'Existing conduit', 'New bore', 'Trench', 'Mixed']),
        photos('services_photos', 'Transformer, handholes and path'),
      ],
    },
    {
      key: 'surroundings',
      name: 'Clearances and neighbors',
      addSimilarText: 'Add surroundings of another candidate',
      fields: [
        text('of_candidate', 'Candidate', mandatory),
        measure('to_window', 'Distance to the nearest window or balcony', { unit: 'ft' }),
        measure('to_curb', 'Distance to the curb', { unit: 'ft' }),
        measure('sidewalk', 'Clear width of the sidewalk', { unit: 'in' }),
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
        text('tree_height', 'Height of the trees', { showIf: "selected(${obstructions}, 'Trees')" }),
        yesNo('historic', 'In a historic district', { reasonOn: 'Yes' }),
        either('underground', 'Underground utilities marked'),
        someOf('access', 'Access', ['Bucket truck', 'Lane closure', 'Night work', 'Escort', 'Gate']),
        text('gate_code', 'Gate code', { ...internal, showIf: "selected(${access}, 'Gate')" }),
        // No standard has this distance.
        count('noise', 'Homes within 50 ft', {
          hint: '50 ft is a default. Use the distance of the local rules.',
        }),
        photos('surroundings_photos', 'Surroundings'),
      ],
    },
    {
      key: 'recommendation',
      name: 'Recommendation',
      fields: [
        calculated('candidates', 'Candidates visited', 'count-non-empty(${candidate_id})'),
        text('best', 'Best candidate', mandatory),
        longText('why', 'Why', mandatory),
        longText('risks', 'Risks and open questions'),
        signature('signed', 'Surveyor', mandatory),
      ],
    },
  ],
}
