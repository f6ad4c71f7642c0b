import type { members as english } from '../members.ts'
import type { Translation } from '../translation.ts'

export const members = {
  roleInvalid: 'Elija qué puede hacer esta persona.',
  yourself: 'Esta inspección ya es suya.',
  proveFirst: 'Confirme primero su propio correo: a los demás se les dice que es usted quien comparte.',
  tooMany: 'Una inspección se puede compartir con {count} personas como máximo.',
  removed: 'Esta persona ya no tiene acceso a la inspección.',
  left: 'Dejó la inspección.',
  mailSubject: '{owner} compartió una inspección con usted',
  mailGreeting: 'Hola:',
  mailEditor: '{owner} compartió una inspección con usted. Pueden completarla juntos. La llamó: «{survey}»',
  mailViewer: '{owner} compartió una inspección con usted. Usted puede verla. La llamó: «{survey}»',
  mailAccount:
    'Inicie sesión con este correo para abrirla. Si aún no tiene cuenta, regístrese con este correo. La inspección estará en su lista en cuanto el correo esté confirmado.',
  mailButton: 'Abrir la inspección',
  mailFooter: 'Si no conoce a esta persona, puede ignorar este correo.',
} as const satisfies Translation<typeof english>
