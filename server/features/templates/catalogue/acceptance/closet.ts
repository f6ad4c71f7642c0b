import type { SectionSource } from '#survey/template-source.ts'

export const closet: SectionSource = {
  key: 'closet',
  name: 'Telecom closet',
  addSimilarText: 'Add another closet',
  copyFromLastFilled: true,
  fields: [
    { key: 'closet_building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building' },
    { key: 'closet_floor', name: 'Floor', type: 'text', adds: 'Floor' },
    { key: 'closet_name', name: 'Closet name or number', type: 'text', mandatory: true, media: true },
    { key: 'closet_kind', name: 'Closet type', type: 'select', options: ['MDF', 'IDF', 'Combined'] },
    { key: 'length', name: 'Length', type: 'decimal', unit: 'ft', min: 0, max: 200 },
    { key: 'width', name: 'Width', type: 'decimal', unit: 'ft', min: 0, max: 200 },
    {
      key: 'area',
      name: 'Area',
      type: 'calculated',
      unit: 'ft²',
      calculation: 'round(${length} * ${width}, 1)',
    },
    {
      key: 'temperature',
      name: 'Temperature',
      type: 'decimal',
      unit: '°F',
      // Plausibility only. Telecom rooms: 64 to 81 °F (ANSI/TIA-569-E, after ASHRAE).
      min: -40,
      max: 160,
      hint: 'At the height of the equipment, with the door closed.',
    },
    { key: 'humidity', name: 'Relative humidity', type: 'numeric', unit: '%', min: 0, max: 100 },
    {
      key: 'bonded',
      // ANSI/TIA-607: the TMGB is the primary bonding busbar (PBB), a TGB a secondary one (SBB), since revision C.
      name: 'TGB/PBB present and bonded',
      type: 'yes_no',
      mandatory: true,
      media: true,
    },
    {
      key: 'resistance',
      name: 'Bonding resistance to building ground',
      type: 'decimal',
      unit: 'Ω',
      min: 0,
      showIf: "${bonded} = 'Yes'",
      // ANSI/TIA-607-D, two-point test: 100 mΩ at most between the busbar and the building's grounding electrode system.
      constraint: '. <= 0.1',
      constraintMessage: 'Over 0.1 Ω: have the bond repaired and test again.',
    },
    { key: 'firestopped', name: 'Penetrations firestopped', type: 'yes_no', mandatory: true, media: true },
    {
      key: 'closet_photos',
      name: 'Closet photos',
      type: 'photo',
      mandatory: true,
      min: 2,
      hint: 'Rack or backboard, TGB/PBB, and firestopped penetrations.',
    },
    {
      key: 'cabling',
      name: 'Cabling in the closet',
      type: 'checkbox',
      options: ['Copper', 'Coax', 'Multimode fiber', 'Single-mode fiber'],
    },
    // Categories of ANSI/TIA-568.2-D, tested in the field to ANSI/TIA-1152-A.
    {
      key: 'category',
      name: 'Copper category',
      type: 'select',
      options: ['Cat 5e', 'Cat 6', 'Cat 6A', 'Other'],
      showIf: "selected(${cabling}, 'Copper')",
    },
    {
      key: 'certified',
      name: 'All copper links certified',
      type: 'yes_no',
      reasonOn: 'No',
      media: true,
      showIf: "selected(${cabling}, 'Copper')",
    },
    // ANSI/TIA-606-D.
    { key: 'labeled', name: 'Cables, panels, and outlets labeled', type: 'yes_no', reasonOn: 'No' },
    {
      key: 'order',
      name: 'Cable management',
      type: 'rating',
      hint: '1: cords everywhere. 5: all dressed and labeled.',
    },
    { key: 'rack_tag', name: 'Rack asset tag', type: 'barcode' },
    { key: 'rack_size', name: 'Rack units', type: 'numeric', min: 1, max: 60 },
    {
      key: 'rack_used',
      name: 'Rack units in use',
      type: 'numeric',
      constraint: '. <= ${rack_size}',
      constraintMessage: 'More than the rack has.',
    },
    {
      key: 'rack_free',
      name: 'Rack units available',
      type: 'calculated',
      calculation: '${rack_size} - ${rack_used}',
    },
  ],
}
