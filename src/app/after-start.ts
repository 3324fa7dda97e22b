/*
 * Code that the first screen does not need, in one file that is loaded once that screen is live. Dialogs, sign-out and
 * banners are therefore available before the first tap on them, with or without signal. The code that shows them
 * imports each on demand and finds it loaded.
 */
import '../parts/duplicate-dialog.tsx'
import '../screens/sign-in/sign-in-screen.tsx'
import '../sync/session/settle-in.ts'
import '../ui/ask.tsx'
import '../ui/focus-on-tap.ts'
import './all-banners.tsx'
import './error-screen.tsx'
import './frames.ts'
import './not-found-screen.tsx'
import './prefetch.ts'
import './reminders.ts'
import './sign-out-dialog.tsx'
import './updates.ts'
