import type { FunctionComponent } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import type { Loaded, Screen } from './screen.ts'

/** Every address and its screen; the only place that imports screens. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/sign-in/login-screen.tsx').then((m) => as(m.LoginScreen)),
  },
  {
    path: '/EmailAccountRegistration',
    who: 'anyone',
    frame: 'reads',
    load: () => import('#web/features/sign-up/sign-up-screen.tsx').then((m) => as(m.SignUpScreen)),
  },
  {
    path: '/PhoneLogin',
    who: 'anyone',
    frame: 'reads',
    load: () => import('#web/features/sign-in/phone-login-screen.tsx').then((m) => as(m.PhoneLoginScreen)),
  },
  {
    path: '/OTPInputAuth',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/sign-in/code-screen.tsx').then((m) => as(m.CodeScreen)),
  },
  {
    path: '/PhoneRegistration',
    who: 'anyone',
    frame: 'reads',
    load: () => import('#web/features/sign-up/phone-sign-up-screen.tsx').then((m) => as(m.PhoneSignUpScreen)),
  },
  {
    path: '/AdditionalDetails',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/sign-up/details-screen.tsx').then((m) => as(m.DetailsScreen)),
  },
  {
    path: '/EmailConfirmation',
    who: 'anyone',
    frame: 'bare',
    load: () =>
      import('#web/features/sign-up/confirm-email-screen.tsx').then((m) => as(m.ConfirmEmailScreen)),
  },
  {
    path: '/CountryCodeSelector',
    who: 'anyone',
    frame: 'reads',
    load: () =>
      import('#web/features/sign-up/country-codes-screen.tsx').then((m) => as(m.CountryCodesScreen)),
  },
  {
    path: '/SocialMediaAccountLoginScreen',
    who: 'anyone',
    frame: 'reads',
    load: () => import('#web/features/social/social-login-screen.tsx').then((m) => as(m.SocialLoginScreen)),
  },
  {
    path: '/SocialMediaAccountRegistrationScreen',
    who: 'anyone',
    frame: 'reads',
    load: () =>
      import('#web/features/social/social-sign-up-screen.tsx').then((m) => as(m.SocialSignUpScreen)),
  },
  {
    path: '/passwords',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/recovery/forgot-screen.tsx').then((m) => as(m.ForgotScreen)),
  },
  {
    path: '/passwords/check_email',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/recovery/check-email-screen.tsx').then((m) => as(m.CheckEmailScreen)),
  },
  {
    path: '/passwords/forgot_password',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/recovery/reset-screen.tsx').then((m) => as(m.ResetScreen)),
  },
  {
    path: '/passwords/reset_confirmation',
    who: 'anyone',
    frame: 'bare',
    load: () =>
      import('#web/features/recovery/reset-confirmation-screen.tsx').then((m) =>
        as(m.ResetConfirmationScreen),
      ),
  },
  {
    path: '/ForgotPasswordOTP',
    who: 'anyone',
    frame: 'reads',
    load: () => import('#web/features/recovery/code-screen.tsx').then((m) => as(m.RecoveryCodeScreen)),
  },
  {
    path: '/NewPassword',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/recovery/new-password-screen.tsx').then((m) => as(m.NewPasswordScreen)),
  },
  {
    path: '/PrivacyPolicy',
    who: 'anyone',
    frame: 'reads',
    load: () => import('#web/features/terms/privacy-screen.tsx').then((m) => as(m.PrivacyScreen)),
  },
  ...['/TermsConditions', '/TermsAndConditions'].map(
    (path): Screen => ({
      path,
      who: 'anyone',
      frame: 'reads',
      load: () => import('#web/features/terms/terms-screen.tsx').then((m) => as(m.TermsScreen)),
    }),
  ),
  {
    path: '/TermsConditionsDetail',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/terms/detail-screen.tsx').then((m) => as(m.TermsDetailScreen)),
  },
  {
    path: '/TermsConditionsEdit',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/terms/edit-screen.tsx').then((m) => as(m.TermsEditScreen)),
  },
  {
    path: '/TermsConditionsUsers',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/terms/users-screen.tsx').then((m) => as(m.TermsUsersScreen)),
  },
  {
    path: '/dashboard',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/history/dashboard-screen.tsx').then((m) => as(m.DashboardScreen)),
  },
  {
    path: '/dashboard/deleted',
    who: 'session',
    frame: 'menu',
    load: () =>
      import('#web/features/deleted-surveys/deleted-screen.tsx').then((m) => as(m.DeletedSurveysScreen)),
  },
  inMenu('/Team', () => import('#web/features/team/team-screen.tsx').then((m) => as(m.TeamScreen))),
  ...['/profile', '/profile/logout'].map(
    (path): Screen => ({
      path,
      who: 'session',
      frame: 'menu',
      load: () => import('#web/features/profile/profile-screen.tsx').then((m) => as(m.ProfileScreen)),
    }),
  ),
  {
    path: '/profile/confirm-email',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/profile/new-email-screen.tsx').then((m) => as(m.NewEmailScreen)),
  },
  inMenu('/profile/name', () =>
    import('#web/features/profile/name-screen.tsx').then((m) => as(m.NameScreen)),
  ),
  inMenu('/profile/phone', () =>
    import('#web/features/profile/phone-screen.tsx').then((m) => as(m.PhoneScreen)),
  ),
  inMenu('/profile/company', () =>
    import('#web/features/profile/company-screen.tsx').then((m) => as(m.CompanyScreen)),
  ),
  {
    path: '/profile/ChangePasswordMobileScreen',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/profile/password-screen.tsx').then((m) => as(m.PasswordScreen)),
  },
  {
    path: '/UserProfileBasicBlock',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/profile/basic-screen.tsx').then((m) => as(m.BasicScreen)),
  },
  {
    path: '/UserProfileAdvance2',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/profile/logout-screen.tsx').then((m) => as(m.LogoutScreen)),
  },
  {
    path: '/DeleteConfirmation',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/profile/deleted-screen.tsx').then((m) => as(m.DeletedScreen)),
  },
  ...['/survey', '/survey/:templateId/:surveyId/:sectionId/:subSectionId?'].map(
    (path): Screen => ({
      path,
      who: 'session',
      frame: 'reads',
      load: () => {
        // At the place itself there may be no network to fetch it. A failure shows when it is opened.
        afterFirstScreen(() => setTimeout(() => plansScreen().catch(() => undefined), 3_000))
        return sectionScreen().then((m) => as(m.SectionScreen))
      },
      prepare: (params, query) => sectionScreen().then((m) => m.prepareForm(params, query)),
    }),
  ),
  {
    path: '/BuildingInfo',
    who: 'session',
    frame: 'reads',
    load: () => import('#web/features/building-info/building-screen.tsx').then((m) => as(m.BuildingScreen)),
  },
  {
    path: '/Home',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/home/home-screen.tsx').then((m) => as(m.HomeScreen)),
  },
  {
    path: '/NavigationMenu',
    who: 'session',
    frame: 'menu',
    load: () => import('./navigation-menu-screen.tsx').then((m) => as(m.NavigationMenuScreen)),
  },
  {
    path: '/InfoPage',
    who: 'anyone',
    frame: 'bare',
    load: () => import('#web/features/info/info-screen.tsx').then((m) => as(m.InfoScreen)),
  },
  {
    path: '/Settings2',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/settings/settings-screen.tsx').then((m) => as(m.SettingsScreen)),
  },
  {
    path: '/Datastorage2',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/device-storage/storage-screen.tsx').then((m) => as(m.StorageScreen)),
  },
  {
    path: '/Emaildeliverability',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/outbox/outbox-screen.tsx').then((m) => as(m.OutboxScreen)),
  },
  {
    path: '/SurveyVersion/:surveyId',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/survey-moves/version-screen.tsx').then((m) => as(m.VersionScreen)),
  },
  {
    path: '/Templates',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/form-library/forms-screen.tsx').then((m) => as(m.FormsScreen)),
  },
  {
    path: '/Templates/:id/versions',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/form-library/versions-screen.tsx').then((m) => as(m.VersionsScreen)),
  },
  {
    path: '/Adminconsole2',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/admin/admin-screen.tsx').then((m) => as(m.AdminScreen)),
  },
  {
    path: '/Templates/:id',
    who: 'session',
    frame: 'reads',
    load: () => import('#web/features/form-builder/builder-screen.tsx').then((m) => as(m.BuilderScreen)),
  },
  {
    path: '/AdvancedSearch',
    who: 'session',
    frame: 'menu',
    load: () =>
      import('#web/features/user-search/advanced-search-screen.tsx').then((m) => as(m.AdvancedSearchScreen)),
  },
  {
    path: '/Cfspeechtotext5',
    who: 'session',
    frame: 'menu',
    load: () =>
      import('#web/features/speech-test/speech-test-screen.tsx').then((m) => as(m.SpeechTestScreen)),
  },
  {
    path: '/CameraAccess',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/camera-check/camera-screen.tsx').then((m) => as(m.CameraScreen)),
  },
  {
    path: '/ContactList',
    who: 'session',
    frame: 'menu',
    load: () => import('#web/features/contacts/contacts-screen.tsx').then((m) => as(m.ContactsScreen)),
  },
  {
    path: '/UploadNewPhotoMobile',
    who: 'session',
    frame: 'reads',
    load: () =>
      import('#web/features/photo-choice/photo-choice-screen.tsx').then((m) => as(m.PhotoChoiceScreen)),
  },
  {
    path: '/BulkUploading',
    who: 'session',
    asksToLogIn: true,
    frame: 'menu',
    load: () =>
      import('#web/features/bulk-upload/bulk-upload-screen.tsx').then((m) => as(m.BulkUploadScreen)),
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
    load: () => import('#web/features/report-print/print-screen.tsx').then((m) => as(m.PrintScreen)),
  },
  {
    path: '/GuestLogin',
    who: 'anyone',
    frame: 'reads',
    load: () =>
      import('#web/features/guest-dashboard/guest-login-screen.tsx').then((m) => as(m.GuestLoginScreen)),
  },
  {
    path: '/GuestDashboard',
    who: 'anyone',
    frame: 'reads',
    load: () =>
      import('#web/features/guest-dashboard/guest-dashboard-screen.tsx').then((m) =>
        as(m.GuestDashboardScreen),
      ),
  },
  ...['/survey-report/:linkShareToken/:linkShareId', '/survey-report/:linkShareId'].map(
    (path): Screen => ({
      path,
      who: 'anyone',
      frame: 'reads',
      load: () => import('#web/features/guest-report/guest-screen.tsx').then((m) => as(m.GuestScreen)),
    }),
  ),
  {
    path: '*',
    who: 'anyone',
    frame: 'bare',
    load: () => import('./not-found-screen.tsx').then((m) => as(m.NotFoundScreen)),
  },
]

/** Of somebody signed in, inside the menu. */
function inMenu(path: string, load: () => Loaded): Screen {
  return { path, who: 'session', frame: 'menu', load }
}

function plansScreen(): Loaded {
  return import('#web/features/plans/plans-screen.tsx').then((m) => as(m.PlansScreen))
}

function sectionScreen() {
  return import('#web/features/survey-form/section-screen.tsx')
}

function as(component: FunctionComponent): { default: FunctionComponent } {
  return { default: component }
}
