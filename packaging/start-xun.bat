@echo off
rem Opens the page of Xun in the browser. Close this window to end it.
title Xun
"%~dp0xun.exe" serve %*
if errorlevel 1 pause
