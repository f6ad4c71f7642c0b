import type { MessageKey } from '#contract/messages/catalogue.ts'

export interface HomeEntry {
  readonly to: string
  readonly title: MessageKey
  readonly text?: MessageKey
}

export interface HomeGroup {
  readonly title: MessageKey
  readonly entries: readonly HomeEntry[]
  readonly for: 'everybody' | 'admin'
}

/** Everything the user can do, with its path. A test checks that each path is a screen. */
export const homeGroups: readonly HomeGroup[] = [
  {
    title: 'menu.work',
    for: 'everybody',
    entries: [
      { to: '/dashboard', title: 'menu.history', text: 'menu.historyText' },
      { to: '/BuildingInfo', title: 'menu.building', text: 'menu.buildingText' },
      { to: '/ContactList', title: 'contacts.title', text: 'contacts.homeText' },
      { to: '/UploadNewPhotoMobile', title: 'menu.photos', text: 'menu.photosText' },
      { to: '/BulkUploading', title: 'bulk.title', text: 'bulk.homeText' },
    ],
  },
  {
    title: 'menu.account',
    for: 'everybody',
    entries: [
      { to: '/profile', title: 'menu.profile', text: 'menu.profileText' },
      { to: '/Settings2', title: 'menu.settings', text: 'menu.settingsText' },
      { to: '/Datastorage2', title: 'storage.title', text: 'storage.homeText' },
      { to: '/TermsAndConditions', title: 'menu.legal' },
      { to: '/PrivacyPolicy', title: 'menu.privacy' },
    ],
  },
  {
    title: 'menu.tools',
    for: 'everybody',
    entries: [
      { to: '/Cfspeechtotext5', title: 'menu.dictation', text: 'menu.dictationText' },
      { to: '/CameraAccess', title: 'camera.title', text: 'camera.homeText' },
      { to: '/CountryCodeSelector', title: 'menu.countries', text: 'menu.countriesText' },
    ],
  },
  {
    title: 'menu.administration',
    for: 'admin',
    entries: [
      { to: '/Templates', title: 'library.title', text: 'library.menuText' },
      { to: '/Adminconsole2', title: 'menu.console', text: 'menu.consoleText' },
      { to: '/Emaildeliverability', title: 'menu.outbox', text: 'menu.outboxText' },
      { to: '/TermsConditionsDetail', title: 'menu.terms', text: 'menu.termsText' },
      { to: '/AdvancedSearch', title: 'menu.search', text: 'menu.searchText' },
    ],
  },
]
