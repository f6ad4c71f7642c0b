import type { FormDocument } from '#contract/templates/form-document.ts'
import { addLanguage, textsIn, translate } from '#survey/builder/translations.ts'
import { fireAndRoof } from './fire-and-roof.ts'
import { inspections } from './inspections.ts'
import { sites } from './sites.ts'
import { unitsAndRoutes } from './units-and-routes.ts'
import { wiring } from './wiring.ts'

/** What the templates are called, and what each is for. */
const names: Readonly<Record<string, string>> = {
  'Property and wiring survey': 'Inspección de propiedad y cableado',
  'General property inspection': 'Inspección general de la propiedad',
  'Telecom closet acceptance': 'Recepción de clósets de telecomunicaciones',
  'Move-in / move-out inspection': 'Inspección de entrada y salida',
  'The condition of an apartment or house when keys change hands: room by room, with meters, keys, cleaning, agreed repairs and both signatures.':
    'El estado de un apartamento o casa cuando las llaves cambian de manos: cuarto por cuarto, con medidores, llaves, limpieza, reparaciones acordadas y ambas firmas.',
  'Fire safety walk': 'Recorrido de seguridad contra incendios',
  'Exits, extinguishers, alarm, sprinklers, emergency lights, doors and storage of one building, with each deficiency and who corrects it by when. A walk, not the inspection by a licensed contractor.':
    'Salidas, extintores, alarma, rociadores, luces de emergencia, puertas y almacenamiento de un edificio, con cada deficiencia y quién la corrige para cuándo. Un recorrido, no la inspección de un contratista con licencia.',
  'Roof inspection': 'Inspección de techo',
  'One building’s roof, area by area: membrane or covering, flashings, drainage, penetrations, equipment, leaks inside, and what to do when.':
    'El techo de un edificio, área por área: membrana o cubierta, tapajuntas, desagües, penetraciones, equipos, filtraciones en el interior, y qué hacer y cuándo.',
  'Small-cell site survey': 'Inspección de sitio para celda pequeña',
  'Candidate locations for a small cell: the pole or wall, heights of what hangs on it, power and fiber, clearances, neighbors, access and a recommendation.':
    'Ubicaciones candidatas para una celda pequeña: el poste o muro, alturas de lo que cuelga de él, energía y fibra, distancias libres, vecinos, acceso y una recomendación.',
  'Elevator room survey': 'Inspección de cuarto de elevadores',
  'Machine rooms, elevators, pits and hoistways of one building: equipment, code items that an owner answers for, riding comfort, records and findings. Not a certified inspection.':
    'Cuartos de máquinas, elevadores, fosas y cubos de un edificio: equipos, puntos del código por los que responde el propietario, comodidad del viaje, registros y hallazgos. No es una inspección certificada.',
  'Punch list (snagging)': 'Lista de pendientes de obra',
  'What is still open before handover: snags with room, trade, photo and due date, what was handed over, and the sign-off. Floors come from your own list.':
    'Lo que queda pendiente antes de la entrega: defectos con cuarto, oficio, foto y fecha límite, lo que se entregó y la firma final. Los pisos salen de su propia lista.',
}

/** The Spanish of every text in the templates that ship. The same words mean the same in all of them. */
const spanish: ReadonlyMap<string, string> = new Map(
  [names, wiring, unitsAndRoutes, inspections, fireAndRoof, sites].flatMap((words) => Object.entries(words)),
)

/** A template that ships, in English and Spanish. Throws where it says something that has no Spanish yet. */
export function inSpanish(form: FormDocument): FormDocument {
  const both = addLanguage({ ...form, language: 'en' }, 'es')
  return textsIn(both).reduce((now, text) => {
    const words = spanish.get(text.text)
    if (words === undefined) throw new Error(`${form.name}: no Spanish for '${text.text}'`)
    return words === text.text ? now : translate(now, text, 'es', words)
  }, both)
}
