/*
 * What the first screen does without, in one file: it is fetched once that screen is live. So what is asked of a person,
 * what a sign-out needs and what is said about the app is there before the first tap on it, with or without signal.
 * Each is imported on demand by what shows it, and finds itself fetched.
 */
import '../parts/duplicate-dialog.tsx'
import '../screens/sign-in/sign-in-screen.tsx'
import '../sync/session/settle-in.ts'
import '../ui/ask.tsx'
import './all-banners.tsx'
import './error-screen.tsx'
import './frames.ts'
import './not-found-screen.tsx'
import './prefetch.ts'
import './reminders.ts'
import './sign-out-dialog.tsx'
import './updates.ts'
