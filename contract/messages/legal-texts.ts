/**
 * The initial legal texts in markdown, until an administrator replaces them. Not in the catalogue, because
 * they are long and only the server needs them.
 */
export const firstTexts = {
  terms: {
    en: `You may use this installation of Fieldbook to record, store and share property surveys. You keep all rights to what you enter.

# What you enter

- Enter only information that you are allowed to record and share. Ask people before you photograph them, and leave out what the survey does not need.
- Share a report only with the people it is meant for. Anyone who has the link can read the report until the link expires or you revoke or replace it.
- A report is only as good as the information in it. Check it before others rely on it.

# Your account

- Do not share your password. End the sessions of devices that you no longer use.
- You are responsible for everything done with your account, unless you report that someone else has access to it.
- The administrator may disable an account that harms others or breaks these terms.

# Availability

The administrator of this installation operates it and is responsible for its backups, availability and security. Work that you enter without a connection stays on your device until it is sent. Keep the device until everything has been sent.

# Changes

When these terms change, you will be asked to read and accept the new ones. Fieldbook records which version you accepted and when.`,
    es: `Puede usar esta instalación de Fieldbook para registrar, conservar y entregar inspecciones de inmuebles. Usted conserva todos los derechos sobre lo que ingresa.

# Lo que usted ingresa

- Ingrese solo lo que tiene permitido registrar y transmitir. Pida permiso antes de fotografiar a personas y omita lo que la inspección no necesita.
- Comparta un informe solo con quienes deben recibirlo. Quien tenga el enlace puede leer el informe hasta que el enlace venza o usted lo revoque o lo reemplace.
- Un informe es tan bueno como la información que contiene. Revíselo antes de que otros se basen en él.

# Su cuenta

- No comparta su contraseña y cierre las sesiones de los dispositivos que ya no usa.
- Usted es responsable de todo lo que se haga con su cuenta, salvo que avise que otra persona tiene acceso a ella.
- La persona administradora puede desactivar una cuenta que perjudique a otros o incumpla estos términos.

# Disponibilidad

La persona administradora de esta instalación la opera y responde por sus copias de seguridad, su disponibilidad y su protección. Lo que usted ingresa sin conexión queda en su dispositivo hasta que se envía. Conserve el dispositivo hasta que todo se haya enviado.

# Cambios

Cuando estos términos cambien, se le pedirá que lea y acepte los nuevos. Se registra qué versión aceptó y cuándo.`,
  },
  privacy: {
    en: `This installation of Fieldbook stores what you enter so that the product works for you. No other company receives your data for its own purposes, and nothing on these pages tracks what you do. If the administrator has turned it on, the server counts how often the app is opened each day, without your name, your device, your address or the page that you opened.

# What is stored

- **Your account:** name, email, phone, company, photo, your settings, the devices on which you are signed in, and the ways in which you sign in. Passwords and codes are stored only in a form that cannot be read.
- **Your surveys:** answers with their earlier values, photos, videos, drawings, signatures, floor plans and reports.
- **Which terms you accepted,** and when.
- **An audit log:** who signed in, shared, exported, deleted or changed accounts, when, and from which network address and browser.

# On your device

Your work is stored on your device first and sent to the server of this installation when there is a connection. After you log out, unsent work stays on the device, and only you can open it. The app shows what is stored on the device and lets you remove it.

# Photos and their location

A photo keeps the time and, if your device adds it, the location where it was taken. People who are signed in and can open the survey see the location. Guests do not: locations, original file names and email addresses are left out for them.

# Guests

Anyone who has a link that you share can read that report until the link expires, is revoked or is replaced. Fieldbook counts how often it was opened and shows you the number. For guests who sign in, their phone number and what they enter about themselves is stored.

# Emails and text messages

Codes, links and notices are sent through the email and text message services that the administrator has set up. A copy of each message is stored so that its delivery can be checked. Administrators can read these copies.

If you sign in with an account from another provider, that provider learns that you did. Dictation may send your voice to the company that makes your browser.

# How long it is stored

A deleted survey can be restored for 30 days; then it is removed with its photos and videos. If you delete your account, it and everything it owns are hidden at once, its sessions and links end, and your data is removed within 30 days. The audit log remains, without what you entered. Copies in backups are removed when the backups are replaced.

# Your choices

You can see and change your data in your profile, download your reports and files, and delete your account. If you have questions, or need data that you cannot access yourself, ask the administrator of this installation.`,
    es: `Esta instalación de Fieldbook guarda lo que usted ingresa para que el producto funcione para usted. Ninguna otra empresa recibe sus datos para fines propios y nada en estas páginas rastrea lo que usted hace. Si la persona administradora lo activó, el servidor cuenta cuántas veces al día se abre la aplicación, sin su nombre, su dispositivo, su dirección ni la página que abrió.

# Qué se guarda

- **Su cuenta:** nombre, correo electrónico, teléfono, empresa, foto, sus preferencias, los dispositivos en los que tiene sesión y las formas en que la inicia. Las contraseñas y los códigos se guardan solo de una forma en la que no se pueden leer.
- **Sus inspecciones:** respuestas con sus valores anteriores, fotos, videos, dibujos, firmas, planos e informes.
- **Qué términos aceptó** y cuándo.
- **Un registro de auditoría:** quién inició sesión, compartió, exportó, eliminó o cambió cuentas, cuándo, y desde qué dirección de red y navegador.

# En su dispositivo

Su trabajo se guarda primero en su dispositivo y se envía al servidor de esta instalación cuando hay conexión. Al cerrar la sesión, lo que no se ha enviado queda en el dispositivo y solo usted puede abrirlo. La aplicación muestra lo que está guardado en el dispositivo y permite quitarlo.

# Las fotos y su ubicación

Una foto conserva la hora y, si su dispositivo la agrega, la ubicación en que se tomó. Quienes iniciaron sesión y pueden abrir la inspección ven la ubicación. Los invitados no: para ellos se omiten ubicaciones, nombres originales de archivos y correos electrónicos.

# Invitados

Quien tenga un enlace que usted comparta puede leer ese informe hasta que el enlace venza, se revoque o se reemplace. Se cuenta cuántas veces se abrió y usted puede verlo. De los invitados que inician sesión se guardan su número de teléfono y lo que escriben sobre sí mismos.

# Correos y mensajes de texto

Los códigos, enlaces y avisos se envían por los servicios de correo y de mensajes de texto que configuró la persona administradora. De cada mensaje se guarda una copia para comprobar su entrega. Quienes administran pueden leer esas copias.

Si inicia sesión con la cuenta de otro proveedor, ese proveedor sabrá que lo hizo. El dictado puede enviar su voz a la empresa que hace su navegador.

# Cuánto tiempo se guarda

Una inspección eliminada se puede restaurar durante 30 días; después se borra con sus fotos y videos. Al eliminar su cuenta, esta y todo lo que contiene se ocultan de inmediato, terminan sus sesiones y enlaces, y sus datos se borran en un plazo de 30 días. El registro de auditoría permanece, sin lo que usted ingresó. Las copias de seguridad desaparecen cuando se reemplazan.

# Sus opciones

Puede ver y cambiar sus datos en su perfil, descargar sus informes y archivos, y eliminar su cuenta. Si tiene preguntas o necesita datos a los que no puede acceder, consulte a la persona administradora de esta instalación.`,
  },
} as const

export type LegalKind = keyof typeof firstTexts
