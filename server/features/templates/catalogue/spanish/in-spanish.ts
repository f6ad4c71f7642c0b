import type { FormDocument } from '#contract/templates/form-document.ts'
import { addLanguage, textsIn, translate } from '#survey/builder/translations.ts'
import { fireAndRoof } from './fire-and-roof.ts'
import { inspections } from './inspections.ts'
import { sites } from './sites.ts'
import { unitsAndRoutes } from './units-and-routes.ts'
import { wiring } from './wiring.ts'

/** Names and descriptions of the templates. */
const names: Readonly<Record<string, string>> = {
  'Property and wiring survey': 'Inspección de propiedad y cableado',
  'General property inspection': 'Inspección general de la propiedad',
  'Telecom closet acceptance': 'Recepción de clósets de telecomunicaciones',
  'Move-in / move-out inspection': 'Inspección de entrada y salida',
  'The condition of an apartment or house at move-in or move-out: room by room, with meters, keys, cleaning, agreed repairs, and both signatures.':
    'El estado de un apartamento o casa a la entrada o la salida: cuarto por cuarto, con medidores, llaves, limpieza, reparaciones acordadas y ambas firmas.',
  'Fire safety walk': 'Recorrido de seguridad contra incendios',
  'Exits, extinguishers, alarm, sprinklers, emergency lights, doors, and storage in one building, with each deficiency, who corrects it, and by when. A walk-through, not the inspection by a licensed contractor.':
    'Salidas, extintores, alarma, rociadores, luces de emergencia, puertas y almacenamiento de un edificio, con cada deficiencia y quién la corrige para cuándo. Un recorrido, no la inspección de un contratista con licencia.',
  'Roof inspection': 'Inspección de techo',
  'One building’s roof, area by area: covering, core cuts, moisture scan, flashings, drainage, penetrations, equipment, interior leaks, and recommended work.':
    'El techo de un edificio, área por área: cubierta, muestras, escaneo de humedad, botaguas, desagües, penetraciones, equipos, goteras en el interior y trabajo recomendado.',
  'Small-cell site survey': 'Inspección de sitio para celda pequeña',
  'Candidate locations for a small cell: the pole or wall, attachment heights, power and fiber, clearances, make-ready, FAA notice, access, and a recommendation.':
    'Ubicaciones candidatas para una celda pequeña: el poste o muro, alturas de las fijaciones, energía y fibra, distancias libres, preparación de postes, aviso a la FAA, acceso y una recomendación.',
  'Elevator room survey': 'Inspección de cuarto de elevadores',
  'Machine rooms, elevators, pits, and hoistways in one building: equipment, the owner’s code items, ride quality, records, and findings. Not a certified inspection.':
    'Cuartos de máquinas, elevadores, fosos y cubos de un edificio: equipos, puntos del código a cargo del propietario, calidad de la marcha, registros y hallazgos. No es una inspección certificada.',
  'Punch list': 'Lista de pendientes',
  'Open items before closeout: each punch item with room, trade, photo, and due date, the closeout documents, retainage, and sign-off. Floors come from your own list.':
    'Pendientes antes del cierre de obra: cada uno con habitación, oficio, foto y fecha límite, los documentos de cierre, la retención y la firma final. Los pisos salen de su propia lista.',
}

/** Spanish of every text in the built-in templates. Equal texts have one translation. */
const spanish: ReadonlyMap<string, string> = new Map(
  [names, wiring, unitsAndRoutes, inspections, fireAndRoof, sites].flatMap((words) => Object.entries(words)),
)

/** Adds Spanish to a built-in template. Throws for a text without a translation. */
export function inSpanish(form: FormDocument): FormDocument {
  const both = addLanguage({ ...form, language: 'en' }, 'es')
  return textsIn(both).reduce((now, text) => {
    const words = spanish.get(text.text)
    if (words === undefined) throw new Error(`${form.name}: no Spanish for '${text.text}'`)
    return words === text.text ? now : translate(now, text, 'es', words)
  }, both)
}
