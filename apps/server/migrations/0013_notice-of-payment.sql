ALTER TABLE "plan_reminders" DROP CONSTRAINT "plan_reminders_kind";--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "card" text;--> statement-breakpoint
ALTER TABLE "plan_reminders" ADD CONSTRAINT "plan_reminders_kind" CHECK ("plan_reminders"."kind" in ('started', 'seven-days', 'one-day', 'ended', 'grace-ended'));