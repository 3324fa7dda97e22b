CREATE TABLE "device_orders" (
	"user_id" integer NOT NULL,
	"device" text NOT NULL,
	"clears" boolean NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"ordered_by" integer NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "device_orders_user_id_device_pk" PRIMARY KEY("user_id","device")
);
