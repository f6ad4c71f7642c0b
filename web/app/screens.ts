import type { ScreenPath } from '#contract/screens.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import type { Loaded, Screen } from './screen.ts'

/** All addresses and screens; the only place that imports screens, apart from the login (`entry.ts`). */
export const screens: readonly Screen[] = [
  {
    path: '/',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/sign-in/login-screen.tsx')).LoginScreen,
  },
  {
    path: '/EmailAccountRegistration',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/sign-up/sign-up-screen.tsx')).SignUpScreen,
  },
  {
    path: '/PhoneLogin',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/sign-in/phone-login-screen.tsx')).PhoneLoginScreen,
  },
  {
    path: '/OTPInputAuth',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/sign-in/code-screen.tsx')).CodeScreen,
  },
  {
    path: '/PhoneRegistration',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/sign-up/phone-sign-up-screen.tsx')).PhoneSignUpScreen,
  },
  {
    path: '/AdditionalDetails',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/sign-up/details-screen.tsx')).DetailsScreen,
  },
  {
    path: '/EmailConfirmation',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/sign-up/confirm-email-screen.tsx')).ConfirmEmailScreen,
  },
  {
    path: '/CountryCodeSelector',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/sign-up/country-codes-screen.tsx')).CountryCodesScreen,
  },
  {
    path: '/SocialMediaAccountLoginScreen',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/social/social-login-screen.tsx')).SocialLoginScreen,
  },
  {
    path: '/SocialMediaAccountRegistrationScreen',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/social/social-sign-up-screen.tsx')).SocialSignUpScreen,
  },
  {
    path: '/passwords',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/recovery/forgot-screen.tsx')).ForgotScreen,
  },
  {
    path: '/passwords/check_email',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/recovery/check-email-screen.tsx')).CheckEmailScreen,
  },
  {
    path: '/passwords/forgot_password',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/recovery/reset-screen.tsx')).ResetScreen,
  },
  {
    path: '/passwords/reset_confirmation',
    who: 'anyone',
    frame: 'bare',
    load: async () =>
      (await import('#web/features/recovery/reset-confirmation-screen.tsx')).ResetConfirmationScreen,
  },
  {
    path: '/ForgotPasswordOTP',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/recovery/code-screen.tsx')).RecoveryCodeScreen,
  },
  {
    path: '/NewPassword',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/recovery/new-password-screen.tsx')).NewPasswordScreen,
  },
  {
    path: '/PrivacyPolicy',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/terms/privacy-screen.tsx')).PrivacyScreen,
  },
  ...atEach(['/TermsConditions', '/TermsAndConditions'], {
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/terms/terms-screen.tsx')).TermsScreen,
  }),
  {
    path: '/TermsConditionsDetail',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/terms/detail-screen.tsx')).TermsDetailScreen,
  },
  {
    path: '/TermsConditionsEdit',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/terms/edit-screen.tsx')).TermsEditScreen,
  },
  {
    path: '/TermsConditionsUsers',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/terms/users-screen.tsx')).TermsUsersScreen,
  },
  {
    path: '/dashboard',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/history/dashboard-screen.tsx')).DashboardScreen,
  },
  {
    path: '/dashboard/deleted',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/deleted-surveys/deleted-screen.tsx')).DeletedSurveysScreen,
  },
  inMenu('/Team', async () => (await import('#web/features/team/team-screen.tsx')).TeamScreen),
  inMenu('/Review', async () => (await import('#web/features/review/queue-screen.tsx')).QueueScreen),
  {
    path: '/Review/:surveyId/:sectionId?/:subSectionId?',
    who: 'session',
    frame: 'reads',
    load: () => reviewScreen().then((m) => m.ReviewScreen),
    prepare: ({ surveyId = '' }) => reviewScreen().then((m) => m.prepareReview(surveyId)),
  },
  ...atEach(['/profile', '/profile/logout'], {
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/profile/profile-screen.tsx')).ProfileScreen,
  }),
  {
    path: '/profile/confirm-email',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/profile/new-email-screen.tsx')).NewEmailScreen,
  },
  inMenu('/profile/name', async () => (await import('#web/features/profile/name-screen.tsx')).NameScreen),
  inMenu('/profile/phone', async () => (await import('#web/features/profile/phone-screen.tsx')).PhoneScreen),
  inMenu(
    '/profile/company',
    async () => (await import('#web/features/profile/company-screen.tsx')).CompanyScreen,
  ),
  inMenu(
    '/profile/api-keys',
    async () => (await import('#web/features/api-keys/keys-screen.tsx')).ApiKeysScreen,
  ),
  {
    path: '/profile/ChangePasswordMobileScreen',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/profile/password-screen.tsx')).PasswordScreen,
  },
  {
    path: '/UserProfileBasicBlock',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/profile/basic-screen.tsx')).BasicScreen,
  },
  {
    path: '/UserProfileAdvance2',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/profile/logout-screen.tsx')).LogoutScreen,
  },
  {
    path: '/DeleteConfirmation',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/profile/deleted-screen.tsx')).DeletedScreen,
  },
  ...atEach(['/survey', '/survey/:templateId/:surveyId/:sectionId/:subSectionId?'], {
    who: 'session',
    frame: 'reads',
    load: () => {
      // Preload it: on site there may be no network. A failure shows when it is opened.
      afterFirstScreen(() => setTimeout(() => plansScreen().catch(() => undefined), 3_000))
      return sectionScreen().then((m) => m.SectionScreen)
    },
    prepare: (params, query) => sectionScreen().then((m) => m.prepareForm(params, query)),
  }),
  {
    path: '/BuildingInfo',
    who: 'session',
    frame: 'reads',
    load: async () => (await import('#web/features/building-info/building-screen.tsx')).BuildingScreen,
  },
  {
    path: '/Home',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/home/home-screen.tsx')).HomeScreen,
  },
  {
    path: '/NavigationMenu',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('./navigation-menu-screen.tsx')).NavigationMenuScreen,
  },
  {
    path: '/InfoPage',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('#web/features/info/info-screen.tsx')).InfoScreen,
  },
  {
    path: '/Settings2',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/settings/settings-screen.tsx')).SettingsScreen,
  },
  {
    path: '/Datastorage2',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/device-storage/storage-screen.tsx')).StorageScreen,
  },
  {
    path: '/Emaildeliverability',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/outbox/outbox-screen.tsx')).OutboxScreen,
  },
  {
    path: '/SurveyVersion/:surveyId',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/survey-moves/version-screen.tsx')).VersionScreen,
  },
  {
    path: '/Templates',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/form-library/forms-screen.tsx')).FormsScreen,
  },
  {
    path: '/Templates/:id/versions',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/form-library/versions-screen.tsx')).VersionsScreen,
  },
  {
    path: '/Adminconsole2',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/admin/admin-screen.tsx')).AdminScreen,
  },
  {
    path: '/Templates/:id',
    who: 'session',
    frame: 'reads',
    load: async () => (await import('#web/features/form-builder/builder-screen.tsx')).BuilderScreen,
  },
  {
    path: '/AdvancedSearch',
    who: 'session',
    frame: 'menu',
    load: async () =>
      (await import('#web/features/user-search/advanced-search-screen.tsx')).AdvancedSearchScreen,
  },
  {
    path: '/Cfspeechtotext5',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/speech-test/speech-test-screen.tsx')).SpeechTestScreen,
  },
  {
    path: '/CameraAccess',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/camera-check/camera-screen.tsx')).CameraScreen,
  },
  {
    path: '/ContactList',
    who: 'session',
    frame: 'menu',
    load: async () => (await import('#web/features/contacts/contacts-screen.tsx')).ContactsScreen,
  },
  {
    path: '/UploadNewPhotoMobile',
    who: 'session',
    frame: 'reads',
    load: async () => (await import('#web/features/photo-choice/photo-choice-screen.tsx')).PhotoChoiceScreen,
  },
  {
    path: '/BulkUploading',
    who: 'session',
    asksToLogIn: true,
    frame: 'menu',
    load: async () => (await import('#web/features/bulk-upload/bulk-upload-screen.tsx')).BulkUploadScreen,
  },
  {
    path: '/survey-plans/:surveyId/:planId?',
    who: 'session',
    frame: 'reads',
    load: plansScreen,
  },
  {
    path: '/SaveAsPdf/:pdfSurveyId',
    who: 'session',
    frame: 'reads',
    load: async () => (await import('#web/features/report-print/print-screen.tsx')).PrintScreen,
  },
  {
    path: '/GuestLogin',
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/guest-dashboard/guest-login-screen.tsx')).GuestLoginScreen,
  },
  {
    path: '/GuestDashboard',
    who: 'anyone',
    frame: 'reads',
    load: async () =>
      (await import('#web/features/guest-dashboard/guest-dashboard-screen.tsx')).GuestDashboardScreen,
  },
  ...atEach(['/survey-report/:linkShareToken/:linkShareId', '/survey-report/:linkShareId'], {
    who: 'anyone',
    frame: 'reads',
    load: async () => (await import('#web/features/guest-report/guest-screen.tsx')).GuestScreen,
  }),
  {
    path: '*',
    who: 'anyone',
    frame: 'bare',
    load: async () => (await import('./not-found-screen.tsx')).NotFoundScreen,
  },
]

/** Returns one screen for several addresses; it stays mounted when navigating between them. */
function atEach(paths: readonly ScreenPath[], screen: Omit<Screen, 'path'>): readonly Screen[] {
  return paths.map((path) => ({ path, ...screen }))
}

/** Returns a screen inside the menu that requires a session. */
function inMenu(path: ScreenPath, load: () => Loaded): Screen {
  return { path, who: 'session', frame: 'menu', load }
}

function plansScreen(): Loaded {
  return import('#web/features/plans/plans-screen.tsx').then((m) => m.PlansScreen)
}

function reviewScreen() {
  return import('#web/features/review/review-screen.tsx')
}

function sectionScreen() {
  return import('#web/features/survey-form/section-screen.tsx')
}
