/**
 * The initial legal texts in markdown, until an administrator replaces them. Not in the catalogue, because
 * they are long and only the server needs them.
 */
export const firstTexts = {
  terms: {
    en: `You may use this installation of Fieldbook to record, keep and hand over surveys of properties. You keep all rights to what you enter.

# What you enter

- Enter only what you are allowed to record and to pass on. Ask people before you photograph them, and leave out what the survey does not need.
- Share a report only with those it is meant for. Whoever holds a link can read the report until you revoke the link, replace it or let it end.
- A report is as good as what was entered. Check it before others rely on it.

# Your account

- Keep your password to yourself and end the sessions of devices that you no longer use.
- What is done with your account counts as done by you, unless you report that it is in other hands.
- The administrator may disable an account that harms others or breaks these terms.

# Availability

The administrator of this installation runs it and answers for its backup, its availability and its security. Work that you enter without a connection waits on your device; keep the device until everything has been sent.

# Changes

When these terms change, you are asked to read and accept the new ones. Which version you accepted, and when, is recorded.`,
    es: `Puede usar esta instalación de Fieldbook para registrar, conservar y entregar inspecciones de inmuebles. Usted conserva todos los derechos sobre lo que ingresa.

# Lo que usted ingresa

- Ingrese solo lo que tiene permitido registrar y transmitir. Pida permiso antes de fotografiar a personas y omita lo que la inspección no necesita.
- Comparta un informe solo con quienes deben recibirlo. Quien tenga un enlace puede leer el informe hasta que usted lo revoque, lo reemplace o el enlace venza.
- Un informe vale lo que vale la información ingresada. Revíselo antes de que otros se basen en él.

# Su cuenta

- No comparta su contraseña y cierre las sesiones de los dispositivos que ya no usa.
- Lo que se hace con su cuenta se considera hecho por usted, salvo que avise que está en otras manos.
- La persona administradora puede desactivar una cuenta que perjudique a otros o incumpla estos términos.

# Disponibilidad

La persona administradora de esta instalación la opera y responde por sus copias de seguridad, su disponibilidad y su protección. Lo que usted ingresa sin conexión espera en su dispositivo; consérvelo hasta que todo se haya enviado.

# Cambios

Cuando estos términos cambien, se le pedirá que lea y acepte los nuevos. Se registra qué versión aceptó y cuándo.`,
  },
  privacy: {
    en: `This installation of Fieldbook keeps what you enter in order to run the product for you. No other company receives your data for purposes of its own, and nothing on these pages watches what you do. Where the administrator has turned it on, opening the app is counted: a number for each day on this server, without your name, your device, your address or the page that you opened.

# What is kept

- **Your account:** name, email, phone, company, photo, your settings, the devices on which you are signed in, and the ways in which you sign in. Passwords and codes are kept only in a form from which they cannot be read.
- **Your surveys:** answers with their earlier values, photos, videos, drawings, signatures, floor plans and reports.
- **Which terms you accepted,** and when.
- **An audit log:** who signed in, shared, exported, deleted or changed accounts, when, and from which network address and browser.

# On your device

Your work is stored on your device first and sent to the server of this installation when there is a connection. Logging out leaves on the device what has not been sent, for you alone; what is stored there can be seen and removed in the app.

# Photos and their position

A photo keeps the time and, where your device adds it, the position at which it was taken. Signed-in readers of the survey can see the position. Guests cannot: for them positions, original file names and email addresses are left out.

# Guests

Whoever has a link that you share can read that report until the link ends, is revoked or replaced. How often it was opened is counted and shown to you. Guests who sign in leave their phone number and what they enter about themselves.

# Emails and text messages

Codes, links and notices are sent through the mail and text message services that the administrator has set up, and a copy is kept so that its delivery can be checked. Administrators can read these copies.

If you sign in with an account of another provider, that provider learns that you did. Dictation may send your voice to the maker of your browser.

# How long

A deleted survey can be restored for 30 days; then it is removed with its photos and videos. Deleting your account hides it and all that it owns at once, ends its sessions and links, and removes your data within 30 days. The audit log remains, without what you entered. Copies in backups go when the backups are replaced.

# Your choice

You can see and change your data in your profile, download your reports and files, and delete your account. For questions, or for data that you cannot reach yourself, ask the administrator of this installation.`,
    es: `Esta instalación de Fieldbook conserva lo que usted ingresa para que el producto funcione para usted. Ninguna otra empresa recibe sus datos para fines propios y nada en estas páginas vigila lo que usted hace. Si la administración lo activó, se cuenta cada vez que se abre la aplicación: un número por día en este servidor, sin su nombre, su dispositivo, su dirección ni la página que abrió.

# Qué se conserva

- **Su cuenta:** nombre, correo electrónico, teléfono, empresa, foto, sus preferencias, los dispositivos en los que tiene sesión y las formas en que la inicia. Las contraseñas y los códigos se guardan solo de una forma en la que no se pueden leer.
- **Sus inspecciones:** respuestas con sus valores anteriores, fotos, videos, dibujos, firmas, planos e informes.
- **Qué términos aceptó** y cuándo.
- **Un registro de auditoría:** quién inició sesión, compartió, exportó, eliminó o cambió cuentas, cuándo, y desde qué dirección de red y navegador.

# En su dispositivo

Su trabajo se guarda primero en su dispositivo y se envía al servidor de esta instalación cuando hay conexión. Al cerrar la sesión queda en el dispositivo lo que no se ha enviado, solo para usted; lo que está guardado allí se puede ver y quitar en la aplicación.

# Las fotos y su posición

Una foto conserva la hora y, si su dispositivo la agrega, la posición en que se tomó. Quienes leen la inspección con su sesión iniciada pueden ver la posición. Los invitados no: para ellos se omiten posiciones, nombres originales de archivos y correos electrónicos.

# Invitados

Quien tenga un enlace que usted comparta puede leer ese informe hasta que el enlace venza, se revoque o se reemplace. Se cuenta cuántas veces se abrió y usted puede verlo. Los invitados que inician sesión dejan su número de teléfono y lo que escriben sobre sí mismos.

# Correos y mensajes de texto

Los códigos, enlaces y avisos se envían por los servicios de correo y de mensajes que configuró la administración, y se guarda una copia para comprobar la entrega. Quienes administran pueden leer esas copias.

Si inicia sesión con la cuenta de otro proveedor, ese proveedor sabrá que lo hizo. El dictado puede enviar su voz al fabricante de su navegador.

# Durante cuánto tiempo

Una inspección eliminada se puede restaurar durante 30 días; después se borra con sus fotos y videos. Al eliminar su cuenta, esta y todo lo que contiene se ocultan de inmediato, terminan sus sesiones y enlaces, y sus datos se borran en un plazo de 30 días. El registro de auditoría permanece, sin lo que usted ingresó. Las copias de seguridad desaparecen cuando se reemplazan.

# Sus opciones

Puede ver y cambiar sus datos en su perfil, descargar sus informes y archivos, y eliminar su cuenta. Si tiene preguntas o necesita datos que no puede alcanzar, consulte a la administración de esta instalación.`,
  },
} as const

export type LegalKind = keyof typeof firstTexts
